// Note what a context has used, and which words of older messages were chosen for it.
// access: write
// scope: guarded
// param ids: of notes and procedures that were of use, sorted
// param session: canonical id of the session whose older messages were chosen from; null: none
// param older: ids of the messages chosen, oldest first
// param spans: first and last character of each
// param until: place in the session up to which messages were older
// param now: datetime
// returns: touched (how many)
CYPHER 25
CALL () {
  OPTIONAL MATCH (session:Session {scope: $scope, id: $session})
  // Whoever chose out of more has chosen better.
  FOREACH (chat IN CASE WHEN coalesce(session.older_until, 0) < $until THEN [session] ELSE [] END |
    SET chat.older_ids = $older, chat.older_spans = $spans, chat.older_until = $until)
  RETURN count(*) AS chosen
}
CALL (chosen) {
  UNWIND $ids AS id
  MATCH (node:Memory {scope: $scope, id: id})
  USING INDEX SEEK node:Memory(scope, id)
  WHERE chosen IS NOT NULL
  SET node.access_count = coalesce(node.access_count, 0) + 1, node.last_accessed = $now
  RETURN count(*) AS touched
}
RETURN touched
