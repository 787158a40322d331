// Retract a fact: its evidence no longer counts, and only history returns it.
// access: write
// scope: guarded
// param id: id of the fact
// param now: datetime
// param reason: why
// param by: who did it, or null
// param audit: id of the audit record
// returns: audience, subject (id), name (of the subject), predicate, polarity, domain, category, key of the fact; nothing where there is none
CYPHER 25
MERGE (turn:Turn {scope: $scope})
SET turn.at = $now
WITH turn
MATCH (fact:Memory {scope: turn.scope, id: $id})
USING INDEX SEEK fact:Memory(scope, id)
WHERE fact:Fact
SET fact.status = 'retracted', fact.current = false, fact.expired_at = $now, fact.reason = $reason, fact.updated_at = $now,
    fact.terms = null
WITH fact
CALL (fact) {
  MATCH (fact)-[evidence:EVIDENCE]->(:Event)
  SET evidence.void = true
}
CALL (fact) {
  MATCH (subject:Memory {scope: $scope, id: fact.subject})-[relation:RELATES_TO {predicate: fact.predicate}]->(:Entity)
  USING INDEX SEEK subject:Memory(scope, id)
  WHERE fact.id IN relation.facts
  DELETE relation
}
MERGE (audit:Audit {scope: $scope, id: $audit})
  ON CREATE SET audit.at = $now, audit.what = 'retract', audit.reason = $reason, audit.by = $by, audit.name = 'retract'
MERGE (audit)-[:OF]->(fact)
RETURN fact.audience AS audience, fact.subject AS subject, COLLECT { MATCH (fact)-[:SUBJECT]->(entity:Entity) RETURN entity.name }[0] AS name,
  fact.predicate AS predicate, fact.polarity AS polarity, fact.domain AS domain, fact.category AS category, fact.key AS key
