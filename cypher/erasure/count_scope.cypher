// Count the records of a scope by kind.
// access: read
// scope: guarded
// returns: kind, count
CYPHER 25
CALL () {
  MATCH (node:Memory) WHERE node.scope = $scope AND node.id IS NOT NULL
  RETURN node.kind AS kind, count(*) AS count
  UNION ALL
  MATCH (node:Session) WHERE node.scope = $scope AND node.id IS NOT NULL
  RETURN 'session' AS kind, count(*) AS count
  UNION ALL
  MATCH (node:Channel) WHERE node.scope = $scope AND node.id IS NOT NULL
  RETURN 'channel' AS kind, count(*) AS count
  UNION ALL
  MATCH (node:Identity) WHERE node.scope = $scope AND node.platform IS NOT NULL AND node.platform_id IS NOT NULL
  RETURN 'identity' AS kind, count(*) AS count
}
RETURN kind, count
