// Set some digested messages and observations to pending, to be digested again; they stay searchable.
// access: write
// scope: guarded
// param since: datetime of the first, inclusive; of the last that was marked, for the next batch
// param after: id of the last that was marked at that time, or ''
// param facts_session: id of the session of facts added through the API, which are not marked
// param limit: how many at most
// param now: datetime
// returns: at, id (of the last), events (how many)
CYPHER 25
// Locks the queue, as a claim does, so that no event is marked while it is claimed.
MATCH (queue:Scope {scope: $scope})
SET queue.claimed_at = $now
WITH queue
CALL (queue) {
  UNWIND ['complete', 'skipped'] AS status
  CALL (queue, status) {
    MATCH (event:Event)
    WHERE event.scope = queue.scope AND event.status = status AND event.at >= $since
      AND (event.at > $since OR event.id > $after)
      AND event.event_kind IN ['message', 'observation'] AND event.role <> 'tool' AND event.session <> $facts_session
    RETURN event ORDER BY event.at, event.id LIMIT $limit
  }
  RETURN event
}
WITH event ORDER BY event.at, event.id LIMIT $limit
SET event.status = 'pending', event.again = true, event.attempts = 0, event.updated_at = $now
WITH event ORDER BY event.at, event.id
WITH collect({at: event.at, id: event.id}) AS marked
UNWIND marked[-1..] AS last
RETURN last.at AS at, last.id AS id, size(marked) AS events
