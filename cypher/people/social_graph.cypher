// Read all persons with their trust states, and the ties between them.
// access: read
// scope: guarded
// param predicates: predicates of facts that are a tie between two persons
// param min_strength: minimum strength of a tie
// param limit: maximum number of persons, and of ties
// returns: people (list of {person (id), name, owner, first_seen, mentions, edge, violations}),
//   ties (list of {one, other (ids), relationship, predicate, strength})
CYPHER 25
CALL () {
  MATCH (person:Person)
  WHERE person.scope = $scope AND person.name IS NOT NULL
  WITH person LIMIT $limit
  RETURN collect(person) AS all
}
CALL (all) {
  UNWIND all AS person
  MATCH (person)-[tie:CONNECTED|RELATES_TO]->(other:Person)
  WHERE (tie.relationship IS NOT NULL OR tie.predicate IN $predicates) AND coalesce(tie.strength, 1.0) >= $min_strength
  WITH person, tie, other ORDER BY coalesce(tie.strength, 1.0) DESC, person.id, other.id LIMIT $limit
  RETURN collect({one: person.id, other: other.id, relationship: tie.relationship, predicate: tie.predicate,
    strength: coalesce(tie.strength, 1.0)}) AS ties
}
CALL (all) {
  UNWIND all AS person
  OPTIONAL MATCH (edge:TrustEdge {truster: 'memory'})-[:TO]->(person)
  RETURN collect({
    person: person.id, name: person.name, owner: coalesce(person.owner, false), first_seen: person.first_seen,
    mentions: person.mention_count, edge: edge {.*, sittings: null},
    violations: COLLECT {
      MATCH (edge)-[:MARKED]->(mark:Mark)
      WHERE mark.kind = 'violation'
      RETURN [mark.severity, mark.at]
    }}) AS people
}
RETURN people, ties
