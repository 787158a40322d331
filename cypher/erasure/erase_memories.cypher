// Erase a batch of a scope's memories with all their edges.
// access: write
// scope: guarded
// param limit: how many at most
// returns: kinds (the kind of each that was erased)
CYPHER 25
MATCH (node:Memory) WHERE node.scope = $scope AND node.id IS NOT NULL
WITH node LIMIT $limit
WITH node, node.kind AS kind
DETACH DELETE node
RETURN collect(kind) AS kinds
