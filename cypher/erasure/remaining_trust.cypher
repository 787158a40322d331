// Read the trust edges of persons with their remaining messages and marks.
// access: read
// scope: guarded
// param ids: ids of persons
// returns: person (id), owner, first_seen, edge (properties of the memory's trust edge), violations (list of [severity, at]), moments (times of their digested
//   messages, microseconds since 1970), marks (the kind of each)
CYPHER 25
UNWIND $ids AS id
MATCH (person:Memory {scope: $scope, id: id})
USING INDEX SEEK person:Memory(scope, id)
MATCH (person)<-[:TO]-(edge:TrustEdge)
WHERE edge.truster = 'memory'
RETURN person.id AS person, coalesce(person.owner, false) AS owner, person.first_seen AS first_seen, properties(edge) AS edge,
  COLLECT { MATCH (edge)-[:MARKED]->(mark:Mark) WHERE mark.kind = 'violation' RETURN [mark.severity, mark.at] } AS violations,
  COLLECT {
    MATCH (event:Event)-[:SAID_BY]->(person)
    WHERE (event.status IN ['complete', 'skipped'] OR event.again = true) AND event.event_kind = 'message' AND event.role = 'user'
    RETURN event.at.epochMillis * 1000 + event.at.microsecond % 1000
  } AS moments,
  COLLECT { MATCH (edge)-[:MARKED]->(mark:Mark) RETURN mark.kind } AS marks
