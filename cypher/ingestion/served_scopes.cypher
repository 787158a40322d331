// A page of the scopes on this server whose names have a prefix, by name, with whether events are waiting for digestion.
// access: read
// scope: none — one worker may serve all scopes of a server
// param prefix: prefix of the names; may be empty
// param after: the last name of the previous page; empty for the first page
// param now: datetime at which leases and retry delays are compared
// param limit: how many at most
// returns: scope, embedder, dimension, waiting
CYPHER 25
MATCH (home:Scope)
WHERE home.scope STARTS WITH $prefix AND home.scope > $after
  // Scopes that have moved are on another server; scopes that are being moved accept no writes.
  AND home.lives_at IS NULL AND home.closed IS NULL
WITH home ORDER BY home.scope LIMIT $limit
RETURN home.scope AS scope, home.embedder AS embedder, home.dimension AS dimension,
  EXISTS { MATCH (event:Event) WHERE event.scope = home.scope AND event.status = 'pending' AND event.at IS NOT NULL }
  OR EXISTS { MATCH (event:Event) WHERE event.scope = home.scope AND event.status = 'processing' AND event.lease_until <= $now }
  OR EXISTS { MATCH (event:Event) WHERE event.scope = home.scope AND event.status = 'failed' AND event.lease_until <= $now }
  AS waiting
