// List memories and notes with these audiences, and memories of a session.
// access: read
// scope: guarded
// param kinds: kinds of memories
// param tokens: audience tokens
// param session: id of a session, or null
// returns: id, kind
CYPHER 25
CALL () {
  UNWIND $kinds AS kind
  MATCH (node:Kept)
  WHERE node.scope = $scope AND node.kind = kind AND node.at IS NOT NULL AND (node.audience IN $tokens OR node.session = $session)
  RETURN node.id AS id, node.kind AS kind
  UNION
  MATCH (person:Person)
  WHERE person.scope = $scope AND person.last_seen IS NOT NULL
  // Matched from the person: notes have no index, and the planner would otherwise scan them all.
  MATCH (person)<-[about:ABOUT]-()
  WITH startNode(about) AS note
  WHERE note:Note AND note.audience IN $tokens
  RETURN note.id AS id, note.kind AS kind
}
RETURN id, kind
