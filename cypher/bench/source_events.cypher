// Return the events that facts and learnings rest on.
// access: read
// scope: guarded
// param ids: ids of facts and learnings
// returns: id, events (ids)
CYPHER 25
UNWIND $ids AS id
MATCH (node:Memory {scope: $scope, id: id})-[:EVIDENCE|RESTS_ON]->(event:Event)
USING INDEX SEEK node:Memory(scope, id)
RETURN id, collect(DISTINCT event.id) AS events
