// Return when each of these memories was last said or created.
// access: read
// scope: guarded
// param ids: ids of memories of any kind
// returns: id, at; one row for each that exists and has a time
CYPHER 25
UNWIND $ids AS id
MATCH (node:Memory {scope: $scope, id: id})
USING INDEX SEEK node:Memory(scope, id)
WHERE node.at IS NOT NULL
RETURN DISTINCT node.id AS id, node.at AS at
