// Overview: the number of nodes of each label in a scope.
// access: read
// scope: guarded
// returns: label, nodes
// first, in Browser: :param scope => 'demo'
CYPHER 25
CALL () {
  MATCH (node:Memory)
  WHERE node.scope = $scope AND node.id IS NOT NULL
  RETURN coalesce([label IN labels(node) WHERE NOT label IN ['Memory', 'Entity', 'Kept']][0], 'Entity') AS label, count(*) AS nodes
  UNION ALL
  MATCH (session:Session)
  WHERE session.scope = $scope AND session.id IS NOT NULL
  RETURN 'Session' AS label, count(*) AS nodes
  UNION ALL
  MATCH (channel:Channel)
  WHERE channel.scope = $scope AND channel.id IS NOT NULL
  RETURN 'Channel' AS label, count(*) AS nodes
  UNION ALL
  MATCH (identity:Identity)
  WHERE identity.scope = $scope AND identity.platform IS NOT NULL AND identity.platform_id IS NOT NULL
  RETURN 'Identity' AS label, count(*) AS nodes
  UNION ALL
  MATCH (alias:Alias)
  WHERE alias.scope = $scope AND alias.key IS NOT NULL
  RETURN 'Alias' AS label, count(*) AS nodes
  UNION ALL
  MATCH (audit:Audit)
  WHERE audit.scope = $scope AND audit.id IS NOT NULL
  RETURN 'Audit' AS label, count(*) AS nodes
  UNION ALL
  MATCH (edge:TrustEdge)
  WHERE edge.scope = $scope AND edge.id IS NOT NULL
  RETURN 'TrustEdge' AS label, count(*) AS nodes
  UNION ALL
  MATCH (mark:Mark)
  WHERE mark.scope = $scope AND mark.id IS NOT NULL
  RETURN 'Mark' AS label, count(*) AS nodes
  UNION ALL
  MATCH (receipt:Receipt)
  WHERE receipt.scope = $scope AND receipt.id IS NOT NULL
  RETURN 'Receipt' AS label, count(*) AS nodes
  UNION ALL
  MATCH (run:SleepRun)
  WHERE run.scope = $scope AND run.id IS NOT NULL
  RETURN 'SleepRun' AS label, count(*) AS nodes
  UNION ALL
  MATCH (proposals:Proposals)
  WHERE proposals.scope = $scope AND proposals.date IS NOT NULL
  RETURN 'Proposals' AS label, count(*) AS nodes
}
RETURN label, nodes ORDER BY nodes DESC, label
