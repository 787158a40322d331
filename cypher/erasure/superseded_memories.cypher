// List the memories that only these superseded.
// access: read
// scope: guarded
// param ids: ids of the memories to erase
// returns: node (a map)
CYPHER 25
UNWIND $ids AS id
MATCH (newer:Memory {scope: $scope, id: id})-[:SUPERSEDES]->(older:Kept)
USING INDEX SEEK newer:Memory(scope, id)
WHERE older.archived_at IS NULL AND NOT older.id IN $ids AND NOT EXISTS { MATCH (other:Kept)-[:SUPERSEDES]->(older) WHERE NOT other.id IN $ids }
RETURN DISTINCT older {.*, embedding: null, states: null} AS node
