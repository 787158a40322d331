// Record that memories were used.
// access: write
// scope: guarded
// param ids: ids of the memories
// param now: datetime
// returns: touched (number of memories)
CYPHER 25
UNWIND $ids AS id
MATCH (node:Memory {scope: $scope, id: id})
USING INDEX SEEK node:Memory(scope, id)
SET node.access_count = coalesce(node.access_count, 0) + 1, node.last_accessed = $now
RETURN count(*) AS touched
