// Proposed duplicates among entities that were confirmed often enough.
// access: read
// scope: guarded
// param ids: ids of entities that were just linked
// param least: how many confirmations are enough
// returns: one, other (ids; `other` is the one to keep)
CYPHER 25
UNWIND $ids AS id
MATCH (one:Memory {scope: $scope, id: id})-[same:SAME_AS]->(other:Entity)
USING INDEX SEEK one:Memory(scope, id)
WHERE one:Entity AND same.status = 'proposed' AND same.confirmations >= $least
RETURN one.id AS one, other.id AS other ORDER BY one, other
