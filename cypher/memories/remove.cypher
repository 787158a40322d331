// Delete memories.
// access: write
// scope: guarded
// param ids: ids of the memories
// returns: removed (number of deleted memories)
CYPHER 25
UNWIND $ids AS id
MATCH (node:Memory {scope: $scope, id: id})
USING INDEX SEEK node:Memory(scope, id)
WHERE node:Kept
DETACH DELETE node
RETURN count(*) AS removed
