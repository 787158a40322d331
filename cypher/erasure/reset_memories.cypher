// Erase a batch of the nodes of some kinds with all their edges.
// access: write
// scope: guarded
// param kinds: the kinds
// param sections: sections of core memory that are erased too
// param limit: maximum number
// returns: kinds (the kind of each)
CYPHER 25
MATCH (node:Memory)
WHERE node.scope = $scope AND node.id IS NOT NULL AND (node.kind IN $kinds OR node.section IN $sections)
WITH node LIMIT $limit
WITH node, node.kind AS kind
DETACH DELETE node
RETURN collect(kind) AS kinds
