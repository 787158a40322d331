// What may repeat what somebody said: kept things and notes, what was stated by hand in nobody's name, and the agent's own words in some sessions.
// access: read
// scope: guarded
// param kinds: kinds of what is kept
// param stated: id of the session of what was stated by hand
// param sessions: ids of sessions
// param limit: how many of each at most
// param linked: whether kept things that rest on something are told too
// returns: id, kind, text, linked (whether it rests on something)
CYPHER 25
CALL () {
  UNWIND $kinds AS kind
  MATCH (node:Kept)
  WHERE node.scope = $scope AND node.kind = kind AND node.at IS NOT NULL
  WITH node, EXISTS { (node)-[:RESTS_ON]->() } AS linked
  WHERE $linked OR NOT linked
  RETURN node.id AS id, node.kind AS kind, reduce(all = node.text, part IN [node.trigger, node.response, node.recommendation, node.learned_from, node.task, node.notes]
    + coalesce(node.context, []) + coalesce(node.pending, []) + coalesce(node.tags, []) | all + '\n' + coalesce(part, '')) AS text, linked LIMIT $limit
  UNION
  MATCH (person:Person)
  WHERE person.scope = $scope AND person.last_seen IS NOT NULL
  // From the person: of notes there is no index, and a plan would begin with all of them.
  MATCH (person)<-[about:ABOUT]-()
  WITH startNode(about) AS note
  WHERE note:Note
  RETURN note.id AS id, 'note' AS kind, note.text AS text, false AS linked LIMIT $limit
  UNION
  UNWIND [$stated] + $sessions AS chat
  MATCH (event:Event)
  WHERE event.scope = $scope AND event.session = chat AND event.seq >= 0 AND (event.speaker IS NULL OR event.role <> 'user')
    AND (event.role = 'system' OR chat <> $stated)
  RETURN event.id AS id, 'event' AS kind, event.text AS text, false AS linked LIMIT $limit
}
RETURN id, kind, text, linked
