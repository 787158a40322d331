// List texts that may copy erased text: memories and notes, and statements that were added without a speaker.
// access: read
// scope: guarded
// param kinds: kinds of memories
// param facts_session: id of the session of facts added through the API
// param limit: maximum number of each
// param include_linked: whether memories with sources are included
// returns: id, kind, text, linked (whether it has sources)
CYPHER 25
CALL () {
  UNWIND $kinds AS kind
  MATCH (node:Kept)
  WHERE node.scope = $scope AND node.kind = kind AND node.at IS NOT NULL
  WITH node, EXISTS { (node)-[:RESTS_ON]->() } AS linked
  WHERE $include_linked OR NOT linked
  RETURN node.id AS id, node.kind AS kind, reduce(all = node.text, part IN [node.trigger, node.response, node.recommendation, node.learned_from, node.task, node.notes]
    + coalesce(node.context, []) + coalesce(node.pending, []) + coalesce(node.tags, []) | all + '\n' + coalesce(part, '')) AS text, linked LIMIT $limit
  UNION
  MATCH (person:Person)
  WHERE person.scope = $scope AND person.last_seen IS NOT NULL
  // Matched from the person: notes have no index, and the planner would otherwise scan them all.
  MATCH (person)<-[about:ABOUT]-()
  WITH startNode(about) AS note
  WHERE note:Note
  RETURN note.id AS id, 'note' AS kind, note.text AS text, false AS linked LIMIT $limit
  UNION
  MATCH (event:Event)
  WHERE event.scope = $scope AND event.session = $facts_session AND event.seq >= 0 AND event.role = 'system'
  RETURN event.id AS id, 'event' AS kind, event.text AS text, false AS linked LIMIT $limit
}
RETURN id, kind, text, linked
