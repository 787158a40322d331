// Return those of some memories that rest on nothing that was said after some events.
// access: read
// scope: guarded
// param ids: ids of the memories
// param events: ids of the events; none: all memories are returned
// returns: id
CYPHER 25
WITH COLLECT {
  UNWIND $events AS id
  MATCH (event:Memory {scope: $scope, id: id})
  USING INDEX SEEK event:Memory(scope, id)
  RETURN event.at
} AS moments
UNWIND $ids AS id
MATCH (node:Memory {scope: $scope, id: id})
USING INDEX SEEK node:Memory(scope, id)
WHERE NOT EXISTS {
  MATCH (node)-[:RESTS_ON]->(said:Event)
  WHERE any(moment IN moments WHERE said.at > moment)
}
RETURN id
