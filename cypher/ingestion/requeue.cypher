// Put the permanently failed events back into the queue.
// access: write
// scope: guarded
// param now: datetime
// returns: events (how many)
CYPHER 25
MATCH (event:Event)
WHERE event.scope = $scope AND event.status = 'failed_permanent' AND event.at IS NOT NULL
SET event.status = 'pending', event.attempts = 0, event.error = null, event.updated_at = $now
RETURN count(event) AS events
