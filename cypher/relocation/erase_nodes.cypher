// Erase nodes with all their edges, each by its key.
// access: write
// scope: guarded
// param rows: list of {family, key}
// returns: erased
CYPHER 25
UNWIND $rows AS row
CALL (row) {
  WITH row WHERE row.family = 'Memory'
  MATCH (node:Memory {scope: $scope, id: row.key[0]})
  USING INDEX SEEK node:Memory(scope, id)
  RETURN node
  UNION ALL
  WITH row WHERE row.family = 'Session'
  MATCH (node:Session {scope: $scope, id: row.key[0]})
  USING INDEX SEEK node:Session(scope, id)
  RETURN node
  UNION ALL
  WITH row WHERE row.family = 'Channel'
  MATCH (node:Channel {scope: $scope, id: row.key[0]})
  USING INDEX SEEK node:Channel(scope, id)
  RETURN node
  UNION ALL
  WITH row WHERE row.family = 'Identity'
  MATCH (node:Identity {scope: $scope, platform: row.key[0], platform_id: row.key[1]})
  USING INDEX SEEK node:Identity(scope, platform, platform_id)
  RETURN node
  UNION ALL
  WITH row WHERE row.family = 'Alias'
  MATCH (node:Alias {scope: $scope, key: row.key[0]})
  USING INDEX SEEK node:Alias(scope, key)
  RETURN node
  UNION ALL
  WITH row WHERE row.family = 'TrustEdge'
  MATCH (node:TrustEdge {scope: $scope, id: row.key[0]})
  USING INDEX SEEK node:TrustEdge(scope, id)
  RETURN node
  UNION ALL
  WITH row WHERE row.family = 'Mark'
  MATCH (node:Mark {scope: $scope, id: row.key[0]})
  USING INDEX SEEK node:Mark(scope, id)
  RETURN node
  UNION ALL
  WITH row WHERE row.family = 'Audit'
  MATCH (node:Audit {scope: $scope, id: row.key[0]})
  USING INDEX SEEK node:Audit(scope, id)
  RETURN node
  UNION ALL
  WITH row WHERE row.family = 'Receipt'
  MATCH (node:Receipt {scope: $scope, id: row.key[0]})
  USING INDEX SEEK node:Receipt(scope, id)
  RETURN node
  UNION ALL
  WITH row WHERE row.family = 'SleepRun'
  MATCH (node:SleepRun {scope: $scope, id: row.key[0]})
  USING INDEX SEEK node:SleepRun(scope, id)
  RETURN node
  UNION ALL
  WITH row WHERE row.family = 'Proposals'
  MATCH (node:Proposals {scope: $scope, date: row.key[0]})
  USING INDEX SEEK node:Proposals(scope, date)
  RETURN node
  UNION ALL
  WITH row WHERE row.family = 'TokenUsage'
  MATCH (node:TokenUsage {scope: $scope, date: row.key[0], model: row.key[1]})
  USING INDEX SEEK node:TokenUsage(scope, date, model)
  RETURN node
  UNION ALL
  WITH row WHERE row.family = 'Turn'
  MATCH (node:Turn {scope: $scope})
  RETURN node
}
DETACH DELETE node
RETURN count(*) AS erased
