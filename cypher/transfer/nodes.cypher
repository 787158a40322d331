// Read a page of the nodes of one family by key, each with all of its properties.
// access: read
// scope: guarded
// choose: memory, session, channel, identity, alias, trust_edge, mark, audit, receipt, sleep_run, proposals, token_usage, turn, scope
// param after: the last key that was read, or its first part; "" at first
// param beyond: (two-part keys) the second part of that key
// param limit: the maximum number of rows
// returns: key, labels, properties (without scope, vector and token states), embedding (a vector of 32-bit floats, a quarter of the size of a list; or
//   null), states (or null)
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
WITH node, key WHERE node.scope = $scope
RETURN key, labels(node) AS labels, node {.*, scope: null, embedding: null, states: null} AS properties,
  CASE WHEN node.embedding IS NULL THEN null ELSE vector(node.embedding, size(node.embedding), FLOAT32) END AS embedding, node.states AS states
