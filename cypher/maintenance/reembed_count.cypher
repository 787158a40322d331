// How many memories of a scope have a vector.
// access: read
// scope: guarded
// returns: memories
CYPHER 25
MATCH (node:Memory)
WHERE node.scope = $scope AND node.id IS NOT NULL AND node.embedding IS NOT NULL
RETURN count(node) AS memories
