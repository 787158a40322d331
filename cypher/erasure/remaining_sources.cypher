// Read memories some of whose sources may be erased, with their remaining sources.
// access: read
// scope: guarded
// param ids: their ids
// returns: node (a map), sources (list of maps; of events also speaker, session and time)
CYPHER 25
UNWIND $ids AS id
MATCH (node:Memory {scope: $scope, id: id})
USING INDEX SEEK node:Memory(scope, id)
WHERE node:Kept
RETURN node {.*, embedding: null, states: null} AS node,
  COLLECT {
    MATCH (node)-[:RESTS_ON]->(source:Memory)
    RETURN source {.id, .kind, .text, .at, .seq, .speaker, .speaker_name, .session, .channel, .event_kind, .role, .direction, .parent, .tool, .metadata,
      .audience, .status, .instructs, .salience} ORDER BY source.at, source.id
  } AS sources
