// Claim the oldest events that are pending, or whose lease or retry delay has expired, for one worker.
// access: write
// scope: guarded
// param worker: id of the worker
// param now: datetime
// param lease_until: datetime at which the lease expires
// param limit: how many at most
// returns: events (list of {id, text, event_kind, role, tool, session, seq, attempts, again, at, ..., person and person_name (of the speaker),
//   others: [[identity, id, name] of each other speaker of the 12 turns before it],
//   earlier: [{id, text (its end), speaker, at, is_by_agent, is_own} of the messages among the 4 turns before it that its readers may read]}),
//   model ([name, dimension] of the scope's embedder, or null)
CYPHER 25
MATCH (queue:Scope {scope: $scope})
// This write locks the queue before it is read, so that no event is claimed twice.
SET queue.claimed_at = $now
WITH queue
// The queue is passed in, so that the lookup starts only when its lock is held.
CALL (queue) {
  MATCH (event:Event)
  WHERE event.scope = queue.scope AND event.status = 'pending' AND event.at >= datetime({year: -9999})
  // All three in the order of the index, so that it stops after the first few.
  RETURN event ORDER BY event.scope, event.status, event.at LIMIT $limit
  UNION
  MATCH (event:Event)
  WHERE event.scope = queue.scope AND event.status = 'processing' AND event.lease_until <= $now
  RETURN event ORDER BY event.scope, event.status, event.lease_until LIMIT $limit
  UNION
  MATCH (event:Event)
  WHERE event.scope = queue.scope AND event.status = 'failed' AND event.lease_until <= $now
  RETURN event ORDER BY event.scope, event.status, event.lease_until LIMIT $limit
  UNION
  // Claims from before a clock was set back would be held for days. The hour allows for other lease lengths and clocks.
  UNWIND ['processing', 'failed'] AS status
  MATCH (event:Event)
  WHERE event.scope = queue.scope AND event.status = status
    AND event.lease_until > $lease_until + duration({hours: 1})
  RETURN event LIMIT $limit
}
WITH event ORDER BY event.at, event.seq LIMIT $limit
//+ ingestion/claimed
