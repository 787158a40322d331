// Claim the oldest events that are pending, or whose lease or retry delay has expired, for one worker.
// access: write
// scope: guarded
// param worker: id of the worker
// param now: datetime
// param lease_until: datetime at which the lease expires
// param limit: how many at most
// returns: events (list of {id, text, event_kind, role, tool, session, seq, attempts, again, at, ..., person and person_name (of the speaker),
//   others: [[identity, id, name] of each other speaker of the 12 turns before it],
//   earlier: [{id, text (its end), speaker, at} of the messages among the 4 turns before it that its readers may read]}),
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
// A worker with an expired lease may be storing the event now: this write waits for it.
SET event.updated_at = $now
WITH event.id AS id
// So the status is read again by id, since the index lookup happened before.
MATCH (event:Memory {scope: $scope, id: id})
USING INDEX SEEK event:Memory(scope, id)
WHERE event.status IN ['pending', 'processing', 'failed']
SET event.status = 'processing', event.lease = $worker, event.lease_until = $lease_until
WITH event ORDER BY event.at, event.seq
OPTIONAL MATCH (event)-[:SAID_BY]->(person:Person)
WITH collect(event {.id, .text, .event_kind, .instructs, .role, .tool, .session, .channel, .speaker, .speaker_name, .audience, .at, .seq,
  attempts: coalesce(event.attempts, 0), again: coalesce(event.again, false), person: person.id, person_name: person.name,
  // "You" means one person only where two talk: the window is that of the session's order, whatever is stored by now.
  others: COLLECT {
    MATCH (turn:Event)
    USING INDEX SEEK turn:Event(scope, session, seq)
    WHERE turn.scope = $scope AND turn.session = event.session AND turn.seq >= event.seq - 12 AND turn.seq < event.seq
      AND turn.speaker <> event.speaker
    MATCH (turn)-[:SAID_BY]->(other:Person)
    RETURN DISTINCT [turn.speaker, other.id, other.name]
  },
  earlier: COLLECT {
    MATCH (turn:Event)
    USING INDEX SEEK turn:Event(scope, session, seq)
    WHERE turn.scope = $scope AND turn.session = event.session AND turn.seq >= event.seq - 4 AND turn.seq < event.seq
      AND turn.event_kind = 'message' AND turn.audience IN ['shared', event.audience]
    OPTIONAL MATCH (turn)-[:SAID_BY]->(author:Person)
    WITH turn, author ORDER BY turn.seq
    RETURN {id: turn.id, text: right(turn.text, 1000), at: turn.at, speaker: coalesce(author.name, turn.speaker, '')}
  }}) AS events
RETURN events, COLLECT { MATCH (home:Scope {scope: $scope}) RETURN [home.embedder, home.dimension] }[0] AS model
