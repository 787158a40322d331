// Count the working memories and procedures archived since a time.
// access: read
// scope: guarded
// param since: datetime, inclusive
// returns: working, procedures
CYPHER 25
RETURN
  COUNT { MATCH (node:Kept) WHERE node.scope = $scope AND node.kind = 'working' AND node.at IS NOT NULL AND node.archived_at >= $since } AS working,
  COUNT { MATCH (node:Kept) WHERE node.scope = $scope AND node.kind = 'procedure' AND node.at IS NOT NULL AND node.archived_at >= $since } AS procedures
