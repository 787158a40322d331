// Store what digestion made of claimed events: status, passages and vectors; only for whom still holds the claim.
// access: write
// scope: guarded
// param worker: id of who claimed
// param now: datetime
// param events: list of {id, status, error, attempts, retry_at, vector, states and terms (or null),
//   passages: [{id, ordinal, text, start, end, terms, vector, states (or null)}]}
// returns: stored (ids of the events that were still held), passages (how many were written)
CYPHER 25
UNWIND $events AS row
MATCH (event:Memory {scope: $scope, id: row.id})
// Whose lease ran out has lost the event to another worker, and writes nothing.
WHERE event.lease = $worker AND event.status = 'processing'
SET event.status = row.status, event.error = row.error, event.attempts = row.attempts, event.digested_at = $now,
    event.updated_at = $now, event.lease = null, event.lease_until = row.retry_at,
    event.states = coalesce(row.states, event.states), event.terms = coalesce(row.terms, event.terms)
CALL (event, row) {
  WITH event, row WHERE row.vector IS NOT NULL
  CALL db.create.setNodeVectorProperty(event, 'embedding', row.vector)
}
CALL (event, row) {
  UNWIND row.passages AS cut
  MERGE (passage:Memory {scope: $scope, id: cut.id})
    ON CREATE SET passage:Passage, passage.kind = 'passage', passage.name = 'part ' + (cut.ordinal + 1),
      passage.event = event.id, passage.seq = event.seq, passage.ordinal = cut.ordinal, passage.text = cut.text, passage.states = cut.states,
      passage.role = event.role, passage.start = cut.start,
      passage.end = cut.end, passage.terms = cut.terms, passage.current = true, passage.audience = event.audience,
      passage.at = event.at, passage.session = event.session, passage.channel = event.channel,
      passage.speaker = event.speaker, passage.speaker_name = event.speaker_name, passage.created_at = $now,
      passage.updated_at = $now
  MERGE (event)-[:HAS_PASSAGE]->(passage)
  WITH passage, cut WHERE cut.vector IS NOT NULL
  CALL db.create.setNodeVectorProperty(passage, 'embedding', cut.vector)
}
RETURN collect(event.id) AS stored, sum(size(row.passages)) AS passages
