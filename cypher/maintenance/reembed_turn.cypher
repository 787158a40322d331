// Switch a scope to its next model. Events being digested return to the queue, as their vectors would be of the old model.
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
