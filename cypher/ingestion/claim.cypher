// Claim the oldest events that wait to be digested, or whose lease or delay ran out, for one worker.
// access: write
// scope: guarded
// param worker: id of who claims
// param now: datetime
// param lease_until: datetime at which the claim lapses
// param limit: how many at most
// returns: events (list of {id, text, event_kind, role, tool, session, seq, attempts, at, ..., person and person_name (of who said it),
//   others: [[identity, id, name] of who speaks there beside them, where it is just one]}),
//   model ([name, dimension] of the scope's embedder, or null)
CYPHER 25
MATCH (queue:Scope {scope: $scope})
// This write takes the queue's lock before it is read: no event is claimed twice.
SET queue.claimed_at = $now
WITH queue
// The queue is handed in, so that nothing is looked for before its lock is held.
CALL (queue) {
  MATCH (event:Event)
  WHERE event.scope = queue.scope AND event.status = 'pending' AND event.at >= datetime({year: -9999})
  // All three in the index's own order, so that it stops after the first few.
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
  // A clock that was set back: what it claimed before would be held for days. An hour is left to leases of other lengths, and other clocks.
  UNWIND ['processing', 'failed'] AS status
  MATCH (event:Event)
  WHERE event.scope = queue.scope AND event.status = status
    AND event.lease_until > $lease_until + duration({hours: 1})
  RETURN event LIMIT $limit
}
WITH event ORDER BY event.at, event.seq LIMIT $limit
// Whose claim ran out may be storing the event at this moment: this write waits for that.
SET event.updated_at = $now
WITH event.id AS id
// So its status is read anew, by its id, since what the index told is from before.
MATCH (event:Memory {scope: $scope, id: id})
USING INDEX SEEK event:Memory(scope, id)
WHERE event.status IN ['pending', 'processing', 'failed']
SET event.status = 'processing', event.lease = $worker, event.lease_until = $lease_until
WITH event ORDER BY event.at, event.seq
OPTIONAL MATCH (event)-[:SAID_BY]->(person:Person)
WITH collect(event {.id, .text, .event_kind, .role, .tool, .session, .channel, .speaker, .speaker_name, .audience, .at, .seq,
  attempts: coalesce(event.attempts, 0), person: person.id, person_name: person.name,
  others: COLLECT {
    MATCH (session:Session {scope: $scope, id: event.session})
    // "You" is one person only where two speak.
    WHERE size(session.speakers) = 2 AND event.speaker IN session.speakers
    UNWIND [one IN session.speakers WHERE one <> event.speaker] AS other
    MATCH (:Identity {scope: $scope, platform: split(other, ':')[0], platform_id: substring(other, size(split(other, ':')[0]) + 1)})-[:IDENTIFIES]->(heard:Person)
    RETURN [other, heard.id, heard.name]
  }}) AS events
RETURN events, COLLECT { MATCH (home:Scope {scope: $scope}) RETURN [home.embedder, home.dimension] }[0] AS model
