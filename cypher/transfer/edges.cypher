// Read a page of the nodes of one family by key, each with its outgoing edges, except that HAS belongs to the event, not to the session.
// access: read
// scope: guarded
// choose: memory, session, channel, identity, alias, trust_edge, mark, audit, receipt, sleep_run, proposals, token_usage, turn, scope
// param after: the last key that was read, or its first part; "" at first
// param beyond: (two-part keys) the second part of that key
// param limit: the maximum number of rows
// returns: key, edges (list of {type, ends: [source, target], properties}; each end is its family and key in one list)
CYPHER 25
//?memory MATCH (node:Memory) WHERE node.scope = $scope AND node.id > $after WITH node, [node.id] AS key ORDER BY node.scope, node.id LIMIT $limit
//?session MATCH (node:Session) WHERE node.scope = $scope AND node.id > $after WITH node, [node.id] AS key ORDER BY node.scope, node.id LIMIT $limit
//?channel MATCH (node:Channel) WHERE node.scope = $scope AND node.id > $after WITH node, [node.id] AS key ORDER BY node.scope, node.id LIMIT $limit
//?identity MATCH (node:Identity) WHERE node.scope = $scope AND node.platform >= $after AND node.platform_id IS NOT NULL AND (node.platform > $after OR node.platform_id > $beyond) WITH node, [node.platform, node.platform_id] AS key ORDER BY node.scope, node.platform, node.platform_id LIMIT $limit
//?alias MATCH (node:Alias) WHERE node.scope = $scope AND node.key > $after WITH node, [node.key] AS key ORDER BY node.scope, node.key LIMIT $limit
//?trust_edge MATCH (node:TrustEdge) WHERE node.scope = $scope AND node.id > $after WITH node, [node.id] AS key ORDER BY node.scope, node.id LIMIT $limit
//?mark MATCH (node:Mark) WHERE node.scope = $scope AND node.id > $after WITH node, [node.id] AS key ORDER BY node.scope, node.id LIMIT $limit
//?audit MATCH (node:Audit) WHERE node.scope = $scope AND node.id > $after WITH node, [node.id] AS key ORDER BY node.scope, node.id LIMIT $limit
//?receipt MATCH (node:Receipt) WHERE node.scope = $scope AND node.id > $after WITH node, [node.id] AS key ORDER BY node.scope, node.id LIMIT $limit
//?sleep_run MATCH (node:SleepRun) WHERE node.scope = $scope AND node.id > $after WITH node, [node.id] AS key ORDER BY node.scope, node.id LIMIT $limit
//?proposals MATCH (node:Proposals) WHERE node.scope = $scope AND node.date > $after WITH node, [node.date] AS key ORDER BY node.scope, node.date LIMIT $limit
//?token_usage MATCH (node:TokenUsage) WHERE node.scope = $scope AND node.date >= $after AND node.model IS NOT NULL AND (node.date > $after OR node.model > $beyond) WITH node, [node.date, node.model] AS key ORDER BY node.scope, node.date, node.model LIMIT $limit
//?turn MATCH (node:Turn {scope: $scope}) WITH node, [] AS key
//?scope MATCH (node:Scope {scope: $scope}) WITH node, [] AS key
RETURN key, COLLECT {
  CALL (node) {
    // A session has any number of events, but an event has one session: HAS is read with the event, which bounds the size of a page.
    MATCH (node)-[edge]->(other) WHERE NOT edge:HAS AND other.scope = $scope
    RETURN edge
    UNION ALL
    MATCH (node)<-[edge:HAS]-(other) WHERE other.scope = $scope
    RETURN edge
  }
  RETURN {type: type(edge), properties: properties(edge), ends: [end IN [startNode(edge), endNode(edge)] | CASE
    WHEN end:Memory THEN ['Memory', end.id]
    WHEN end:Identity THEN ['Identity', end.platform, end.platform_id]
    WHEN end:Alias THEN ['Alias', end.key]
    ELSE [labels(end)[0], end.id] END]}
} AS edges
