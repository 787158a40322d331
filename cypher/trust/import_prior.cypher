// Store the trust signals that another memory counted for a person, unless more are stored, and its marks, each once.
// access: write
// scope: guarded
// param person: id of the person
// param trust: id of the trust edge
// param prior: the properties of the signals (a map)
// param sentiment: how friendly the person is; stored unless another value is
// param marks: list of {id, name, kind, severity, reason, at, by}
// param now: datetime
// returns: person (id), owner, first_seen, edge (properties), violations (list of [severity, at]); no row if the person does not exist
CYPHER 25
MATCH (person:Memory {scope: $scope, id: $person})
USING INDEX SEEK person:Memory(scope, id)
WHERE person:Person
MERGE (edge:TrustEdge {scope: $scope, id: $trust})
  ON CREATE SET edge.truster = 'memory', edge.trustee = person.id, edge.name = 'trust in ' + person.name, edge.message_count = 0,
    edge.sessions = 0, edge.active_days = 0, edge.hours = 0, edge.weekdays = 0, edge.positive = 0, edge.negative = 0,
    edge.restricted_attempts = 0, edge.sentiment = 0.0, edge.created_at = $now
// Locks the edge before it is read.
SET edge.updated_at = $now
WITH person, edge, coalesce(edge.prior_messages, -1) < $prior.prior_messages AS is_more
SET edge += CASE WHEN is_more THEN $prior ELSE {} END,
    edge.sentiment = CASE WHEN coalesce(edge.sentiment, 0.0) = 0.0 THEN $sentiment ELSE edge.sentiment END
MERGE (edge)-[:TO]->(person)
WITH person, edge
CALL (edge) {
  UNWIND $marks AS row
  MERGE (mark:Mark {scope: $scope, id: row.id})
    ON CREATE SET mark.name = row.name, mark.kind = row.kind, mark.severity = row.severity, mark.reason = row.reason, mark.at = row.at,
      mark.by = row.by
  MERGE (edge)-[:MARKED]->(mark)
  RETURN count(*) AS marked
}
RETURN person.id AS person, coalesce(person.owner, false) AS owner, person.first_seen AS first_seen, properties(edge) AS edge,
  COLLECT {
    MATCH (edge)-[:MARKED]->(mark:Mark)
    WHERE mark.kind = 'violation' AND marked IS NOT NULL
    RETURN [mark.severity, mark.at]
  } AS violations
