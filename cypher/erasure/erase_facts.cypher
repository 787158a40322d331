// Erase facts that nobody speaks for any more, with the relations and ties that were drawn from them; of others who says so is told anew.
// access: write
// scope: guarded
// param ids: ids of the facts that go
// param left: ids of the facts that stay
// returns: facts (how many), ends (ids of what they were about), kept (ids of what rests on them), audits (ids of the records of them)
CYPHER 25
CALL () {
  UNWIND $left AS id
  MATCH (fact:Memory {scope: $scope, id: id})-[asserted:ASSERTED_BY]->(person:Memory)
  WHERE NOT EXISTS { (fact)-[:EVIDENCE]->(:Event)-[:SAID_BY]->(person) }
  DELETE asserted
  RETURN count(*) AS silent
}
CALL (silent) {
  UNWIND $ids AS id
  MATCH (fact:Memory {scope: $scope, id: id})
  USING INDEX SEEK fact:Memory(scope, id)
  WHERE (fact:Fact OR fact:Folded) AND silent IS NOT NULL
  RETURN collect(fact) AS facts
}
CALL (facts) {
  UNWIND facts AS fact
  MATCH (fact)-[:SUBJECT|OBJECT]->(entity:Memory)
  RETURN collect(DISTINCT entity.id) AS ends
}
CALL (facts) {
  UNWIND facts AS fact
  MATCH (fact)<-[:RESTS_ON]-(kept:Memory)
  RETURN collect(DISTINCT kept.id) AS kept
}
CALL (facts, ends, kept) {
  UNWIND facts AS fact
  MATCH (fact)-[:SUBJECT]->(:Memory)-[relation:RELATES_TO]-(:Memory)
  WHERE fact.id IN relation.facts
  WITH DISTINCT relation
  DELETE relation
  RETURN count(*) AS related
}
CALL (facts, related) {
  UNWIND facts AS fact
  MATCH (fact)<-[:OF]-(audit:Audit)
  WHERE related IS NOT NULL
  WITH DISTINCT audit
  DETACH DELETE audit
  RETURN count(*) AS audits
}
CALL (facts, audits) {
  UNWIND facts AS fact
  WITH fact WHERE audits IS NOT NULL
  // A server that finds nodes by what was changed in this transaction finds what was deleted since: first the properties go.
  SET fact = {}
  DETACH DELETE fact
  RETURN count(*) AS gone
}
RETURN gone AS facts, ends, kept, audits
