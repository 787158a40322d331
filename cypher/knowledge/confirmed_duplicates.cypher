// Pairs of entities that may be one and were confirmed often enough.
// access: read
// scope: guarded
// param ids: ids of entities that were just linked
// param least: how many confirmations are enough
// returns: one, other (ids; the one that is spoken of more is `other`)
CYPHER 25
UNWIND $ids AS id
MATCH (one:Memory {scope: $scope, id: id})-[same:SAME_AS]->(other:Entity)
WHERE one:Entity AND same.status = 'proposed' AND same.confirmations >= $least
RETURN one.id AS one, other.id AS other ORDER BY one, other
