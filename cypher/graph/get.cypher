// Any one memory by its id, without its vector.
// access: read
// scope: guarded
// param id: the node's id
// returns: labels, properties, identities (of a person)
CYPHER 25
MATCH (node:Memory {scope: $scope, id: $id})
RETURN labels(node) AS labels, node {.*, embedding: null, states: null} AS properties,
  [(one:Identity)-[:IDENTIFIES]->(node) | one.name] AS identities
