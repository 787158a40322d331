// Pending and failed events: events that are not digested, with the error; the oldest first.
// access: read
// scope: guarded
// param limit: the maximum number of events per status
// returns: status, at, session, attempts, error, held_until, text, id
// first, in Browser: :param scope => 'demo'
// first, in Browser: :param limit => 25
CYPHER 25
UNWIND ['failed_permanent', 'failed', 'processing', 'pending'] AS status
CALL (status) {
  MATCH (event:Event)
  WHERE event.scope = $scope AND event.status = status AND event.at IS NOT NULL
  // In the order of the index, so that no more rows than the limit are read.
  RETURN event ORDER BY event.scope, event.status, event.at LIMIT $limit
}
RETURN status, event.at AS at, event.session AS session, coalesce(event.attempts, 0) AS attempts, event.error AS error,
  event.lease_until AS held_until, left(event.text, 80) AS text, event.id AS id
