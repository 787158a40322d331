// Read the remaining evidence of facts.
// access: read
// scope: guarded
// param ids: ids of the facts
// returns: id, filed, recorded_at, words (list of {event, confidence, recorded_at, void}, oldest first), kept (whether an event still contains what it is filed under)
CYPHER 25
UNWIND $ids AS id
MATCH (fact:Memory {scope: $scope, id: id})
USING INDEX SEEK fact:Memory(scope, id)
WHERE fact:Fact OR fact:Folded
RETURN fact.id AS id, fact.filed AS filed, fact.recorded_at AS recorded_at,
  COLLECT {
    MATCH (fact)-[evidence:EVIDENCE]->(event:Event)
    RETURN {event: event.id, confidence: evidence.confidence, recorded_at: evidence.recorded_at, void: coalesce(evidence.void, false)}
    ORDER BY evidence.recorded_at, evidence.at, evidence.order
  } AS words,
  CASE WHEN fact.filed IS NULL THEN true ELSE EXISTS {
    MATCH (fact)-[:EVIDENCE]->(event:Event)
    WHERE event.event_kind = 'observation' AND event.text CONTAINS fact.filed
  } END AS kept
