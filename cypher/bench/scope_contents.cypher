// The contents of a scope for comparison: nodes with their properties, without vectors, and their edges.
// access: read
// scope: guarded
// returns: node (properties), edges (list of [type, id or name of the target, properties])
CYPHER 25
CALL () {
  MATCH (node:Memory) WHERE node.scope = $scope AND node.id IS NOT NULL
  RETURN node
  UNION ALL
  MATCH (node:Session) WHERE node.scope = $scope AND node.id IS NOT NULL
  RETURN node
  UNION ALL
  MATCH (node:Identity) WHERE node.scope = $scope AND node.platform IS NOT NULL AND node.platform_id IS NOT NULL
  RETURN node
  UNION ALL
  MATCH (node:Alias) WHERE node.scope = $scope AND node.key IS NOT NULL
  RETURN node
  UNION ALL
  MATCH (node:Audit) WHERE node.scope = $scope AND node.id IS NOT NULL
  RETURN node
  UNION ALL
  MATCH (node:TrustEdge) WHERE node.scope = $scope AND node.id IS NOT NULL
  RETURN node
  UNION ALL
  MATCH (node:Mark) WHERE node.scope = $scope AND node.id IS NOT NULL
  RETURN node
  UNION ALL
  MATCH (node:Receipt) WHERE node.scope = $scope AND node.id IS NOT NULL
  RETURN node
}
RETURN node {.*, embedding: null, states: null} AS node,
  COLLECT { MATCH (node)-[edge]->(other) RETURN [type(edge), coalesce(other.id, other.name), properties(edge)] } AS edges
