// Lift a quarantine.
// access: write
// scope: guarded
// param receipt: id of the record of the quarantine
// param now: datetime
// returns: person (name), events (how many messages), slots (list of {subject, predicate} of the facts with their evidence); nothing where there is no such quarantine, or it was undone before
CYPHER 25
MERGE (turn:Turn {scope: $scope})
SET turn.at = $now
WITH turn
MATCH (audit:Audit {scope: turn.scope, id: $receipt})-[:OF]->(person:Person)
WHERE audit.what = 'distrust' AND audit.undone_at IS NULL
SET audit.undone_at = $now
WITH person
CALL (person) {
  MATCH (edge:TrustEdge)-[:TO]->(person)
  WHERE edge.distrusted = $receipt
  SET edge.distrusted = null, edge.distrusted_since = null, edge.updated_at = $now
}
CALL (person) {
  MATCH (event:Event)-[:SAID_BY]->(person)
  WHERE event.quarantine = $receipt
  SET event.quarantine = null, event.updated_at = $now
  CALL (event) {
    MATCH (event)-[:HAS_PASSAGE]->{0,1}(part:Memory)
    WHERE part.quarantined_terms IS NOT NULL
    SET part.current = true, part.terms = part.quarantined_terms, part.quarantined_terms = null
  }
  RETURN collect(event) AS events
}
CALL (events) {
  UNWIND events AS event
  MATCH (fact:Fact)-[evidence:EVIDENCE {quarantine: $receipt}]->(event)
  SET evidence.quarantine = null
  RETURN collect(DISTINCT {subject: fact.subject, predicate: fact.predicate}) AS slots
}
RETURN person.name AS person, size(events) AS events, slots
