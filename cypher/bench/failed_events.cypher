// The events with status failed_permanent, each with its error.
// access: read
// scope: guarded
// returns: events (list of [id, error])
CYPHER 25
RETURN COLLECT {
  MATCH (event:Event)
  WHERE event.scope = $scope AND event.status = 'failed_permanent' AND event.at IS NOT NULL
  RETURN [event.id, event.error] ORDER BY event.id
} AS events
