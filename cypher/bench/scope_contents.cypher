// All that a scope holds, to be compared: its nodes with what is on them and their edges, vectors left out.
// access: read
// scope: guarded
// returns: node (a map), edges (list of [type, id or name of the other end, a map])
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
