// The slots of the facts that have one of these entities as an endpoint.
// access: read
// scope: guarded
// param ids: ids of entities
// returns: subject (id), predicates
CYPHER 25
CALL () {
  MATCH (fact:Fact)
  WHERE fact.scope = $scope AND fact.subject IN $ids AND fact.predicate >= ''
  RETURN fact.subject AS subject, fact.predicate AS predicate
  UNION
  MATCH (fact:Fact)
  WHERE fact.scope = $scope AND fact.object_key IN $ids
  RETURN fact.subject AS subject, fact.predicate AS predicate
}
RETURN subject, collect(DISTINCT predicate) AS predicates
