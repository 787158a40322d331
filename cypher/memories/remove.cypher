// Let things go for good.
// access: write
// scope: guarded
// param ids: their ids
// returns: gone (how many)
CYPHER 25
UNWIND $ids AS id
MATCH (node:Memory {scope: $scope, id: id})
USING INDEX SEEK node:Memory(scope, id)
WHERE node:Kept
DETACH DELETE node
RETURN count(*) AS gone
