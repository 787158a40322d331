// Erase facts without evidence, with the relations derived from them; update who asserted the remaining ones.
// access: write
// scope: guarded
// param ids: ids of the facts to erase
// param left: ids of the facts that remain
// returns: facts (count), ends (ids of their subjects and objects), kept (ids of memories with them as source), audits (count)
CYPHER 25
CALL () {
  UNWIND $left AS id
  MATCH (fact:Memory {scope: $scope, id: id})-[asserted:ASSERTED_BY]->(person:Memory)
  USING INDEX SEEK fact:Memory(scope, id)
  WHERE NOT EXISTS { (fact)-[:EVIDENCE]->(:Event)-[:SAID_BY]->(person) }
  DELETE asserted
  RETURN count(*) AS unattributed
}
CALL (unattributed) {
  UNWIND $ids AS id
  MATCH (fact:Memory {scope: $scope, id: id})
  USING INDEX SEEK fact:Memory(scope, id)
  WHERE (fact:Fact OR fact:Folded) AND unattributed IS NOT NULL
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
  // Properties are removed first: index lookups in this transaction would otherwise still find the deleted node.
  SET fact = {}
  DETACH DELETE fact
  RETURN count(*) AS erased
}
RETURN erased AS facts, ends, kept, audits
