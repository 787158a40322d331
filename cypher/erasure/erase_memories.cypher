// Erase a batch of the nodes of a scope with all their edges.
// access: write
// scope: guarded
// param limit: maximum number
// returns: kinds (the kind of each)
CYPHER 25
MATCH (node:Memory) WHERE node.scope = $scope AND node.id IS NOT NULL
WITH node LIMIT $limit
WITH node, node.kind AS kind
DETACH DELETE node
RETURN collect(kind) AS kinds
