// Scopes that live here and whose names begin alike, and whether something waits to be digested there: a page, in the order of the names.
// access: read
// scope: none — one worker may serve all scopes of a server
// param prefix: what the names begin with; may be empty
// param after: the last name of the page before; empty for the first
// param now: datetime, by which leases and delays have run out
// param limit: how many at most
// returns: scope, embedder, dimension, waiting
CYPHER 25
MATCH (home:Scope)
WHERE home.scope STARTS WITH $prefix AND home.scope > $after
  // One that has moved lives elsewhere, and one that just moves takes no writes.
  AND home.lives_at IS NULL AND home.closed IS NULL
WITH home ORDER BY home.scope LIMIT $limit
RETURN home.scope AS scope, home.embedder AS embedder, home.dimension AS dimension,
  EXISTS { MATCH (event:Event) WHERE event.scope = home.scope AND event.status = 'pending' AND event.at IS NOT NULL }
  OR EXISTS { MATCH (event:Event) WHERE event.scope = home.scope AND event.status = 'processing' AND event.lease_until <= $now }
  OR EXISTS { MATCH (event:Event) WHERE event.scope = home.scope AND event.status = 'failed' AND event.lease_until <= $now }
  AS waiting
