// Return whether an owner or a trusted person has endorsed a person.
// access: read
// scope: guarded
// param id: id of the person
// param ties: predicates of relations between persons
// param now: datetime
// returns: endorsed
CYPHER 25
MATCH (person:Memory {scope: $scope, id: $id})
USING INDEX SEEK person:Memory(scope, id)
WITH person, coalesce(COLLECT { MATCH (memory:Scope {scope: $scope}) RETURN memory.owners }[0], []) AS owner_accounts
RETURN
//+ trust/endorsed
  AS endorsed
