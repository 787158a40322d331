// Return the position of an event in its session.
// access: read
// scope: guarded
// param id: id of the event
// returns: seq
CYPHER 25
MATCH (event:Memory {scope: $scope, id: $id})
USING INDEX SEEK event:Memory(scope, id)
RETURN event.seq AS seq
