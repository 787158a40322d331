// List the ties of a person, stated or from facts, strongest first.
// access: read
// scope: guarded
// param id: id of the person
// param predicates: predicates of facts that are a tie between two persons
// param limit: maximum number
// returns: other (id), tie (a map), outward (whether it leads away from the person)
CYPHER 25
MATCH (person:Memory {scope: $scope, id: $id})-[tie:CONNECTED|RELATES_TO]-(other:Person)
USING INDEX SEEK person:Memory(scope, id)
WHERE tie.relationship IS NOT NULL OR tie.predicate IN $predicates
WITH person, other, tie ORDER BY coalesce(tie.strength, 1.0) DESC, other.name, other.id, tie.relationship, tie.predicate LIMIT $limit
RETURN other.id AS other, startNode(tie) = person AS outward,
  tie {.relationship, .context, .at, .predicate, .strength, .facts} AS tie
