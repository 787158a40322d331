// Exclude what a person said since a moment, until it is restored: their evidence for facts, and their messages in searches.
// access: write
// scope: guarded
// param person: id of the person
// param edge: id of the memory's trust edge to them
// param since: datetime, inclusive
// param receipt: id of the record that can undo it
// param now: datetime
// param reason: why
// param by: who did it, or null
// returns: person (name), events (how many messages), slots (list of {subject, predicate} of the facts with their evidence)
CYPHER 25
MERGE (turn:Turn {scope: $scope})
SET turn.at = $now
WITH turn
MATCH (person:Memory {scope: turn.scope, id: $person})
USING INDEX SEEK person:Memory(scope, id)
MERGE (audit:Audit {scope: $scope, id: $receipt})
  ON CREATE SET audit.at = $now, audit.what = 'distrust', audit.name = 'distrust', audit.reason = $reason, audit.by = $by, audit.since = $since
MERGE (audit)-[:OF]->(person)
// Their future messages are excluded as well.
MERGE (edge:TrustEdge {scope: $scope, id: $edge})
  ON CREATE SET edge.truster = 'memory', edge.trustee = $person, edge.positive = 0, edge.negative = 0, edge.restricted_attempts = 0,
    edge.sentiment = 0.0, edge.name = 'trust in ' + person.name, edge.created_at = $now
MERGE (edge)-[:TO]->(person)
SET edge.distrusted = $receipt, edge.distrusted_since = $since, edge.updated_at = $now
WITH person
CALL (person) {
  MATCH (event:Event)-[:SAID_BY]->(person)
  WHERE event.at >= $since AND event.quarantine IS NULL
  SET event.quarantine = $receipt, event.updated_at = $now
  CALL (event) {
    MATCH (event)-[:HAS_PASSAGE]->{0,1}(part:Memory)
    WHERE part.current
    SET part.current = false, part.quarantined_terms = part.terms, part.terms = null
  }
  RETURN collect(event) AS events
}
CALL (events) {
  UNWIND events AS event
  MATCH (fact:Fact)-[evidence:EVIDENCE]->(event)
  WHERE evidence.quarantine IS NULL
  SET evidence.quarantine = $receipt
  RETURN collect(DISTINCT {subject: fact.subject, predicate: fact.predicate}) AS slots
}
RETURN person.name AS person, size(events) AS events, slots
