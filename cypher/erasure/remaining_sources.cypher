// Kept things some of whose grounds may be gone, with what they still rest on.
// access: read
// scope: guarded
// param ids: their ids
// returns: node (a map), label, sources (list of {id, kind, text, and of events who said it, where and when}), subject (whether what a summary sums up is there)
CYPHER 25
UNWIND $ids AS id
MATCH (node:Memory {scope: $scope, id: id})
USING INDEX SEEK node:Memory(scope, id)
WHERE node:Kept
RETURN node {.*, embedding: null, states: null} AS node,
  COLLECT {
    MATCH (node)-[:RESTS_ON]->(source:Memory)
    RETURN source {.id, .kind, .text, .at, .seq, .speaker, .speaker_name, .session, .channel, .event_kind, .role, .direction, .parent, .tool, .metadata,
      .audience, .status, .instructs} ORDER BY source.at, source.id
  } AS sources
