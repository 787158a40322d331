// Give the claims that lapsed back to the queue: whoever held them is gone.
// access: write
// scope: guarded
// param now: datetime
// returns: events (how many)
CYPHER 25
MATCH (event:Event)
WHERE event.scope = $scope AND event.status = 'processing' AND event.lease_until <= $now
// Who holds it may be storing it at this moment after all: this write waits for that, and its status is read anew, by its id.
SET event.updated_at = $now
WITH event.id AS id
MATCH (event:Memory {scope: $scope, id: id})
USING INDEX SEEK event:Memory(scope, id)
WHERE event.status = 'processing' AND event.lease_until <= $now
SET event.status = 'pending', event.lease = null, event.lease_until = null
RETURN count(event) AS events
