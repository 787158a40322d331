// Every vector of a scope, to compare the vector index with an exhaustive search.
// access: read
// scope: guarded
// param kinds: kinds of memory
// returns: id, embedding
CYPHER 25
MATCH (node:Memory)
WHERE node.scope = $scope AND node.id IS NOT NULL AND node.kind IN $kinds AND node.embedding IS NOT NULL
RETURN node.id AS id, node.embedding AS embedding
