// List the persons with whom two persons are both connected, by name.
// access: read
// scope: guarded
// param one: id of a person
// param other: id of another
// param predicates: predicates of facts that are a tie between two persons
// param limit: maximum number
// returns: person (id)
CYPHER 25
MATCH (one:Memory {scope: $scope, id: $one})-[near:CONNECTED|RELATES_TO]-(between:Person)
USING INDEX SEEK one:Memory(scope, id)
WHERE (near.relationship IS NOT NULL OR near.predicate IN $predicates) AND between.id <> $other
WITH DISTINCT between
WHERE EXISTS {
  MATCH (between)-[far:CONNECTED|RELATES_TO]-(other:Person)
  WHERE other.id = $other AND (far.relationship IS NOT NULL OR far.predicate IN $predicates)
}
RETURN between.id AS person ORDER BY between.name, between.id LIMIT $limit
