// Record the memories that a context used, and the sentences of older messages that were chosen for it.
// access: write
// scope: guarded
// param ids: ids of the cited notes and procedures, sorted
// param session: canonical id of the session of the chosen sentences; null: none were chosen
// param older: ids of the messages of the chosen sentences, oldest first
// param spans: start and end offset of each sentence
// param until: sequence number before which messages were older
// param now: datetime
// returns: touched (number of memories)
CYPHER 25
CALL () {
  OPTIONAL MATCH (session:Session {scope: $scope, id: $session})
  // A choice from more messages replaces a choice from fewer, not the reverse.
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
