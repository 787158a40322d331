// List the events of a session from its beginning.
// access: read
// scope: guarded
// param session: canonical id of the session
// param limit: maximum number
// returns: id
CYPHER 25
MATCH (event:Event)
WHERE event.scope = $scope AND event.session = $session AND event.seq >= 0
RETURN event.id AS id ORDER BY event.scope, event.session, event.seq LIMIT $limit
