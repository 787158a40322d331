// Get some nodes of a context with their texts, audiences and the messages they rest on; for the console.
// access: read
// scope: guarded
// param ids: ids of the nodes
// param max_chars: the maximum length of a text
// returns: id, kind, text, at, audience, status, instructs, quarantined, speaker_name, session, sources (list of {id, kind, text, speaker_name, at})
CYPHER 25
UNWIND $ids AS id
MATCH (node:Memory {scope: $scope, id: id})
USING INDEX SEEK node:Memory(scope, id)
WITH DISTINCT node
RETURN node.id AS id, node.kind AS kind, left(coalesce(node.text, node.name), $max_chars) AS text, node.at AS at,
  coalesce(node.audience, 'shared') AS audience, node.status AS status, coalesce(node.instructs, false) AS instructs,
  node.quarantine IS NOT NULL AS quarantined, node.speaker_name AS speaker_name, node.session AS session,
  COLLECT {
    MATCH (node)-[link:EVIDENCE|RESTS_ON]->(source:Memory)
    WHERE NOT coalesce(link.void, false)
    RETURN {id: source.id, kind: source.kind, text: left(source.text, $max_chars), speaker_name: source.speaker_name, at: source.at}
    ORDER BY source.at, source.id LIMIT 3
  } AS sources
