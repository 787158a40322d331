// Erase events with their passages and marks, and close the gaps in the chains of their sessions.
// access: write
// scope: guarded
// param ids: ids of the events
// returns: events, passages, marks (counts), persons (ids of persons whose marks were erased)
CYPHER 25
CALL () {
  UNWIND $ids AS id
  MATCH (event:Memory {scope: $scope, id: id})
  USING INDEX SEEK event:Memory(scope, id)
  WHERE event:Event
  RETURN collect(event) AS events
}
CALL (events) {
  UNWIND events AS event
  MATCH (event)-[:NEXT]->{1,4}(:Event)<-[evidence:EVIDENCE]-(:Memory)
  WHERE event.id IN evidence.rests_on
  DELETE evidence
  RETURN count(*) AS unsupported
}
CALL (events, unsupported) {
  UNWIND events AS event
  // A message that only ends a fact does not keep it.
  MATCH (event)<-[:EVIDENCE]-(:Memory)-[evidence:EVIDENCE]->(:Event)
  WHERE event.id IN evidence.rests_on AND unsupported IS NOT NULL
  DELETE evidence
  RETURN count(*) AS unstated
}
CALL (events, unstated) {
  UNWIND events AS event
  MATCH (event)-[:NEXT]->(next:Event)
  WHERE unstated IS NOT NULL AND NOT next.id IN $ids
  // The nearest remaining event before it; the path covers only the gap.
  MATCH (before:Event)(()-[:NEXT]->(removed:Event WHERE removed.id IN $ids))+(event)
  WHERE NOT before.id IN $ids
  MERGE (before)-[:NEXT]->(next)
  RETURN count(*) AS joined
}
CALL (events, joined) {
  UNWIND events AS event
  MATCH (session:Session)-[:LAST]->(event)
  WHERE joined IS NOT NULL
  MATCH (before:Event)(()-[:NEXT]->(removed:Event WHERE removed.id IN $ids))+(event)
  WHERE NOT before.id IN $ids
  MERGE (session)-[:LAST]->(before)
  RETURN count(*) AS moved
}
CALL (events, moved) {
  UNWIND events AS event
  MATCH (child:Event)-[:RESULT_OF]->(event)
  WHERE moved IS NOT NULL AND NOT child.id IN $ids
  SET child.parent = null
  RETURN count(*) AS orphaned
}
CALL (events, orphaned) {
  UNWIND events AS event
  MATCH (event)<-[:FOR]-(mark:Mark)<-[:MARKED]-(edge:TrustEdge)
  WHERE orphaned IS NOT NULL
  WITH mark, edge.trustee AS person
  DETACH DELETE mark
  RETURN count(*) AS marks, collect(DISTINCT person) AS persons
}
CALL (events, marks) {
  UNWIND events AS event
  MATCH (event)-[:HAS_PASSAGE]->(passage:Passage)
  WHERE marks IS NOT NULL
  DETACH DELETE passage
  RETURN count(*) AS passages
}
CALL (events, passages) {
  UNWIND events AS event
  WITH event WHERE passages IS NOT NULL
  DETACH DELETE event
  RETURN count(*) AS erased
}
RETURN erased AS events, passages, marks, persons
