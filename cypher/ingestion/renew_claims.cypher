// Renew the leases of claimed events that a worker still holds.
// access: write
// scope: guarded
// param worker: id of the worker
// param events: their ids
// param lease_until: datetime at which the lease expires
// returns: events (number of leases renewed)
CYPHER 25
UNWIND $events AS id
MATCH (event:Memory {scope: $scope, id: id})
USING INDEX SEEK event:Memory(scope, id)
WHERE event.lease = $worker AND event.status = 'processing'
SET event.lease_until = $lease_until
RETURN count(event) AS events
