// When the newest event that waits for digestion was said: somebody may still be talking.
// access: read
// scope: guarded
// returns: at (null where nothing waits)
CYPHER 25
OPTIONAL MATCH (event:Event)
WHERE event.scope = $scope AND event.status = 'pending' AND event.at IS NOT NULL
RETURN event.at AS at ORDER BY event.scope DESC, event.status DESC, event.at DESC LIMIT 1
