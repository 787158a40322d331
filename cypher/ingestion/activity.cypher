// The time of the newest pending event: a conversation may still be active.
// access: read
// scope: guarded
// returns: at (null where nothing is pending)
CYPHER 25
OPTIONAL MATCH (event:Event)
WHERE event.scope = $scope AND event.status = 'pending' AND event.at IS NOT NULL
RETURN event.at AS at ORDER BY event.scope DESC, event.status DESC, event.at DESC LIMIT 1
