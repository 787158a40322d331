// Return the events that facts rest on.
// access: read
// scope: guarded
// param facts: ids of facts
// returns: fact, events (ids)
CYPHER 25
UNWIND $facts AS id
MATCH (fact:Memory {scope: $scope, id: id})-[:EVIDENCE]->(event:Event)
USING INDEX SEEK fact:Memory(scope, id)
RETURN id AS fact, collect(DISTINCT event.id) AS events
