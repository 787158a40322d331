// The number of events in a scope.
// access: read
// scope: guarded
// returns: events
CYPHER 25
RETURN COUNT { MATCH (event:Event) WHERE event.scope = $scope AND event.session >= '' AND event.seq >= 0 } AS events
