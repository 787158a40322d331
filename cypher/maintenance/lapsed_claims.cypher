// Return events with a lapsed claim to the queue.
// access: write
// scope: guarded
// param now: datetime
// returns: events (how many)
CYPHER 25
MATCH (event:Event)
WHERE event.scope = $scope AND event.status = 'processing' AND event.lease_until <= $now
// The holder may be storing the event now: this write waits for that, and then reads the status again by id.
SET event.updated_at = $now
WITH event.id AS id
MATCH (event:Memory {scope: $scope, id: id})
USING INDEX SEEK event:Memory(scope, id)
WHERE event.status = 'processing' AND event.lease_until <= $now
SET event.status = 'pending', event.lease = null, event.lease_until = null
RETURN count(event) AS events
