// Read any memory by its id, without its vector.
// access: read
// scope: guarded
// param id: the node's id
// returns: labels, properties, identities (of a person), sources (ids of its sources, oldest first), about (ids)
CYPHER 25
MATCH (node:Memory {scope: $scope, id: $id})
USING INDEX SEEK node:Memory(scope, id)
RETURN labels(node) AS labels, node {.*, embedding: null, states: null} AS properties,
  [(identity:Identity)-[:IDENTIFIES]->(node) | identity.name] AS identities,
  COLLECT { MATCH (node)-[:RESTS_ON]->(source:Memory) RETURN source.id ORDER BY source.at, source.id } AS sources,
  COLLECT { MATCH (node)-[:ABOUT]->(target:Memory) RETURN target.id ORDER BY target.id } AS about
