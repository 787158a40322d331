// Hold on to claimed events that one worker still holds.
// access: write
// scope: guarded
// param worker: id of who claimed them
// param events: their ids
// param lease_until: datetime at which the claim lapses
// returns: events (how many it still holds)
CYPHER 25
UNWIND $events AS id
MATCH (event:Memory {scope: $scope, id: id})
USING INDEX SEEK event:Memory(scope, id)
WHERE event.lease = $worker AND event.status = 'processing'
SET event.lease_until = $lease_until
RETURN count(event) AS events
