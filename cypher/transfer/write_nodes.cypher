// Write nodes from the rows of an export, merged by their keys.
// access: write
// scope: guarded
// param rows: list of {family, key, labels, properties (null removes a property), times (property → ISO text of a time),
//   embedding (or null), gone (labels to remove; missing: none)}
// returns: written
CYPHER 25
UNWIND $rows AS row
CALL (row) {
  WITH row WHERE row.family = 'Memory'
  MERGE (node:Memory {scope: $scope, id: row.key[0]})
  RETURN node
  UNION ALL
  WITH row WHERE row.family = 'Session'
  MERGE (node:Session {scope: $scope, id: row.key[0]})
  RETURN node
  UNION ALL
  WITH row WHERE row.family = 'Channel'
  MERGE (node:Channel {scope: $scope, id: row.key[0]})
  RETURN node
  UNION ALL
  WITH row WHERE row.family = 'Identity'
  MERGE (node:Identity {scope: $scope, platform: row.key[0], platform_id: row.key[1]})
  RETURN node
  UNION ALL
  WITH row WHERE row.family = 'Alias'
  MERGE (node:Alias {scope: $scope, key: row.key[0]})
  RETURN node
  UNION ALL
  WITH row WHERE row.family = 'TrustEdge'
  MERGE (node:TrustEdge {scope: $scope, id: row.key[0]})
  RETURN node
  UNION ALL
  WITH row WHERE row.family = 'Mark'
  MERGE (node:Mark {scope: $scope, id: row.key[0]})
  RETURN node
  UNION ALL
  WITH row WHERE row.family = 'Audit'
  MERGE (node:Audit {scope: $scope, id: row.key[0]})
  RETURN node
  UNION ALL
  WITH row WHERE row.family = 'Receipt'
  MERGE (node:Receipt {scope: $scope, id: row.key[0]})
  RETURN node
  UNION ALL
  WITH row WHERE row.family = 'SleepRun'
  MERGE (node:SleepRun {scope: $scope, id: row.key[0]})
  RETURN node
  UNION ALL
  WITH row WHERE row.family = 'Proposals'
  MERGE (node:Proposals {scope: $scope, date: row.key[0]})
  RETURN node
  UNION ALL
  WITH row WHERE row.family = 'TokenUsage'
  MERGE (node:TokenUsage {scope: $scope, date: row.key[0], model: row.key[1]})
  RETURN node
  UNION ALL
  WITH row WHERE row.family = 'Turn'
  MERGE (node:Turn {scope: $scope})
  RETURN node
  UNION ALL
  WITH row WHERE row.family = 'Scope'
  MERGE (node:Scope {scope: $scope})
  RETURN node
}
SET node:$(row.labels), node += row.properties
REMOVE node:$(coalesce(row.gone, []))
// Times are sent as text: the driver takes 0.1 ms for each datetime.
FOREACH (name IN keys(row.times) | SET node[name] = datetime(row.times[name]))
WITH node, row
CALL (node, row) {
  WITH node, row WHERE row.embedding IS NOT NULL
  CALL db.create.setNodeVectorProperty(node, 'embedding', row.embedding)
}
RETURN count(*) AS written
