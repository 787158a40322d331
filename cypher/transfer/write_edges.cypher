// Write edges as a file of an export tells them; one whose ends are not both there is left out.
// access: write
// scope: guarded
// param rows: list of {type, source and target (each its family and key in one list), properties, times (property → ISO text of a time)}
// returns: written
CYPHER 25
UNWIND $rows AS row
CALL (row) {
  WITH row WHERE row.source[0] = 'Memory'
  MATCH (source:Memory {scope: $scope, id: row.source[1]})
  USING INDEX SEEK source:Memory(scope, id)
  RETURN source
  UNION ALL
  WITH row WHERE row.source[0] = 'Session'
  MATCH (source:Session {scope: $scope, id: row.source[1]})
  USING INDEX SEEK source:Session(scope, id)
  RETURN source
  UNION ALL
  WITH row WHERE row.source[0] = 'Channel'
  MATCH (source:Channel {scope: $scope, id: row.source[1]})
  USING INDEX SEEK source:Channel(scope, id)
  RETURN source
  UNION ALL
  WITH row WHERE row.source[0] = 'Identity'
  MATCH (source:Identity {scope: $scope, platform: row.source[1], platform_id: row.source[2]})
  USING INDEX SEEK source:Identity(scope, platform, platform_id)
  RETURN source
  UNION ALL
  WITH row WHERE row.source[0] = 'Alias'
  MATCH (source:Alias {scope: $scope, key: row.source[1]})
  USING INDEX SEEK source:Alias(scope, key)
  RETURN source
  UNION ALL
  WITH row WHERE row.source[0] = 'TrustEdge'
  MATCH (source:TrustEdge {scope: $scope, id: row.source[1]})
  USING INDEX SEEK source:TrustEdge(scope, id)
  RETURN source
  UNION ALL
  WITH row WHERE row.source[0] = 'Mark'
  MATCH (source:Mark {scope: $scope, id: row.source[1]})
  USING INDEX SEEK source:Mark(scope, id)
  RETURN source
  UNION ALL
  WITH row WHERE row.source[0] = 'Audit'
  MATCH (source:Audit {scope: $scope, id: row.source[1]})
  USING INDEX SEEK source:Audit(scope, id)
  RETURN source
  UNION ALL
  WITH row WHERE row.source[0] = 'Receipt'
  MATCH (source:Receipt {scope: $scope, id: row.source[1]})
  USING INDEX SEEK source:Receipt(scope, id)
  RETURN source
  UNION ALL
  WITH row WHERE row.source[0] = 'SleepRun'
  MATCH (source:SleepRun {scope: $scope, id: row.source[1]})
  USING INDEX SEEK source:SleepRun(scope, id)
  RETURN source
}
CALL (row) {
  WITH row WHERE row.target[0] = 'Memory'
  MATCH (target:Memory {scope: $scope, id: row.target[1]})
  USING INDEX SEEK target:Memory(scope, id)
  RETURN target
  UNION ALL
  WITH row WHERE row.target[0] = 'Session'
  MATCH (target:Session {scope: $scope, id: row.target[1]})
  USING INDEX SEEK target:Session(scope, id)
  RETURN target
  UNION ALL
  WITH row WHERE row.target[0] = 'Channel'
  MATCH (target:Channel {scope: $scope, id: row.target[1]})
  USING INDEX SEEK target:Channel(scope, id)
  RETURN target
  UNION ALL
  WITH row WHERE row.target[0] = 'Identity'
  MATCH (target:Identity {scope: $scope, platform: row.target[1], platform_id: row.target[2]})
  USING INDEX SEEK target:Identity(scope, platform, platform_id)
  RETURN target
  UNION ALL
  WITH row WHERE row.target[0] = 'Alias'
  MATCH (target:Alias {scope: $scope, key: row.target[1]})
  USING INDEX SEEK target:Alias(scope, key)
  RETURN target
  UNION ALL
  WITH row WHERE row.target[0] = 'TrustEdge'
  MATCH (target:TrustEdge {scope: $scope, id: row.target[1]})
  USING INDEX SEEK target:TrustEdge(scope, id)
  RETURN target
  UNION ALL
  WITH row WHERE row.target[0] = 'Mark'
  MATCH (target:Mark {scope: $scope, id: row.target[1]})
  USING INDEX SEEK target:Mark(scope, id)
  RETURN target
  UNION ALL
  WITH row WHERE row.target[0] = 'Audit'
  MATCH (target:Audit {scope: $scope, id: row.target[1]})
  USING INDEX SEEK target:Audit(scope, id)
  RETURN target
  UNION ALL
  WITH row WHERE row.target[0] = 'Receipt'
  MATCH (target:Receipt {scope: $scope, id: row.target[1]})
  USING INDEX SEEK target:Receipt(scope, id)
  RETURN target
  UNION ALL
  WITH row WHERE row.target[0] = 'SleepRun'
  MATCH (target:SleepRun {scope: $scope, id: row.target[1]})
  USING INDEX SEEK target:SleepRun(scope, id)
  RETURN target
}
// Two of a type may lie between the same ends: whoever calls sees to it that each row comes once.
CREATE (source)-[edge:$(row.type)]->(target)
SET edge += row.properties
FOREACH (name IN keys(row.times) | SET edge[name] = datetime(row.times[name]))
RETURN count(*) AS written
