// Get when some facts were last stated; for the console.
// access: read
// scope: guarded
// param ids: ids of facts
// returns: id, at
CYPHER 25
UNWIND $ids AS id
MATCH (fact:Memory {scope: $scope, id: id})
USING INDEX SEEK fact:Memory(scope, id)
WHERE fact:Fact
RETURN fact.id AS id, fact.at AS at
