// Give a scope its next model. Events that are being digested go back into the queue: their vectors would be of the last one.
// access: write
// scope: guarded
// param embedder: name of the model
// param dimension: length of its vectors
// param now: datetime
// returns: released (events)
CYPHER 25
MATCH (home:Scope {scope: $scope})
// This write takes the queue's lock: nothing is claimed meanwhile.
SET home.claimed_at = $now, home.embedder = $embedder, home.dimension = $dimension
WITH home
OPTIONAL MATCH (event:Event)
WHERE event.scope = home.scope AND event.status = 'processing' AND event.at IS NOT NULL
SET event.status = 'pending', event.lease = null, event.lease_until = null
RETURN count(event) AS released
