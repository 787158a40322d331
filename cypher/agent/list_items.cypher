// List the items that a framework stores, newest first: those of a namespace and of the namespaces below it.
// access: read
// scope: guarded
// param prefix: beginning of the sessions that are the namespaces
// param audiences: audience tokens of the reader
// param limit: maximum number of results
// returns: id, session, metadata, at
CYPHER 25
MATCH (event:Event)
USING INDEX SEEK event:Event(scope, session, seq)
WHERE event.scope = $scope AND event.session STARTS WITH $prefix AND event.seq IS NOT NULL
  AND event.metadata IS NOT NULL AND event.audience IN $audiences
WITH event ORDER BY event.at DESC, event.id LIMIT $limit
RETURN event.id AS id, event.session AS session, event.metadata AS metadata, event.at AS at
