// Write marks on the memory's trust in a person, each once, and optionally a mute; create the trust edge if there is none.
// access: write
// scope: guarded
// param person: id of the person
// param trust: id of the trust edge
// param event: id of the event that the marks refer to, or null
// param marks: list of {id, name, kind, severity, reason, at, by}
// param now: datetime
// param muted_until: (fragment mute) datetime at which the mute ends, or null
// param muted_reason: (fragment mute) why, or null
// returns: person (id), owner, first_seen, edge (properties without its activity sessions), violations (list of [severity, at]);
//   no row if the person or the event does not exist
CYPHER 25
MATCH (person:Memory {scope: $scope, id: $person})
USING INDEX SEEK person:Memory(scope, id)
WHERE person:Person
OPTIONAL MATCH (event:Memory {scope: $scope, id: $event})
USING INDEX SEEK event:Memory(scope, id)
WHERE event:Event
WITH person, event
WHERE $event IS NULL OR event IS NOT NULL
MERGE (edge:TrustEdge {scope: $scope, id: $trust})
  ON CREATE SET edge.truster = 'memory', edge.trustee = person.id, edge.name = 'trust in ' + person.name, edge.message_count = 0,
    edge.sessions = 0, edge.active_days = 0, edge.hours = 0, edge.weekdays = 0, edge.positive = 0, edge.negative = 0,
    edge.restricted_attempts = 0, edge.sentiment = 0.0, edge.created_at = $now
// Locks the edge before its marks are read, so that no mark is counted twice.
SET edge.updated_at = $now
WITH person, event, edge
MERGE (edge)-[:TO]->(person)
WITH person, event, edge
CALL (event, edge) {
  UNWIND $marks AS row
  OPTIONAL MATCH (before:Mark {scope: $scope, id: row.id})
  WITH event, edge, row, before
  WHERE before IS NULL
  CREATE (edge)-[:MARKED]->(mark:Mark {scope: $scope, id: row.id, name: row.name, kind: row.kind, severity: row.severity,
    reason: row.reason, at: row.at, by: row.by, event: event.id})
  FOREACH (one IN CASE WHEN event IS NULL THEN [] ELSE [event] END | CREATE (mark)-[:FOR]->(one))
  RETURN count(CASE row.kind WHEN 'positive' THEN 1 END) AS positive, count(CASE row.kind WHEN 'negative' THEN 1 END) AS negative,
    count(CASE row.kind WHEN 'attempt' THEN 1 END) AS attempts
}
SET edge.positive = coalesce(edge.positive, 0) + positive, edge.negative = coalesce(edge.negative, 0) + negative,
    edge.restricted_attempts = coalesce(edge.restricted_attempts, 0) + attempts
//?mute SET edge.muted_until = $muted_until, edge.muted_reason = $muted_reason
WITH person, edge
RETURN person.id AS person, coalesce(person.owner, false) AS owner, person.first_seen AS first_seen,
  edge {.*, sittings: null} AS edge,
  COLLECT {
    MATCH (edge)-[:MARKED]->(mark:Mark)
    WHERE mark.kind = 'violation'
    RETURN [mark.severity, mark.at]
  } AS violations
