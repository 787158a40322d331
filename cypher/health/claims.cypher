// Give the claims that lapsed back to the queue: whoever held them is gone.
// access: write
// scope: guarded
// param now: datetime
// returns: events (how many)
CYPHER 25
MATCH (event:Event)
WHERE event.scope = $scope AND event.status = 'processing' AND event.lease_until <= $now
SET event.status = 'pending', event.lease = null, event.lease_until = null, event.updated_at = $now
RETURN count(event) AS events
