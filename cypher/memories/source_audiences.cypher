// Return the audiences of the sources of a memory.
// access: read
// scope: guarded
// param ids: ids of memories of any kind
// returns: id, audience; one row for each that exists
CYPHER 25
UNWIND $ids AS id
MATCH (node:Memory {scope: $scope, id: id})
USING INDEX SEEK node:Memory(scope, id)
RETURN DISTINCT node.id AS id, coalesce(node.audience, 'shared') AS audience
