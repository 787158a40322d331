// Get the domain and the category of facts.
// access: read
// scope: guarded
// param ids: ids of facts
// returns: id, domain, category
CYPHER 25
UNWIND $ids AS id
MATCH (fact:Memory {scope: $scope, id: id})
USING INDEX SEEK fact:Memory(scope, id)
WHERE fact:Fact
RETURN fact.id AS id, fact.domain AS domain, fact.category AS category
