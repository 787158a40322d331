// Claim some events for one worker, if they are pending.
// access: write
// scope: guarded
// param worker: id of the worker
// param now: datetime
// param lease_until: datetime at which the lease expires
// param ids: ids of the events
// returns: events (list of {id, text, event_kind, role, tool, session, seq, attempts, again, at, ..., person and person_name (of the speaker),
//   others: [[identity, id, name] of each other speaker of the 12 turns before it],
//   earlier: [{id, text (its end), speaker, at, is_by_agent, is_own} of the messages among the 4 turns before it that its readers may read]}),
//   model ([name, dimension] of the scope's embedder, or null)
CYPHER 25
MATCH (queue:Scope {scope: $scope})
// This write locks the queue before it is read, so that no event is claimed twice.
SET queue.claimed_at = $now
WITH queue
UNWIND $ids AS id
MATCH (event:Memory {scope: $scope, id: id})
USING INDEX SEEK event:Memory(scope, id)
WHERE event.status = 'pending'
WITH event ORDER BY event.at, event.seq
//+ ingestion/claimed
