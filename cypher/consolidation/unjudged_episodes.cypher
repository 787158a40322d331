// Return episodes that are not rated, or not used for learning, yet, with their events and counts of signals.
// access: read
// scope: guarded
// choose: unjudged, unstudied
// param limit: maximum number of episodes, oldest first
// returns: node (a map), sources (ids, oldest first), events (list of maps, oldest first), entities (number of entities mentioned for the first time),
//   corrections (number of superseding facts)
CYPHER 25
MATCH (node:Kept)
WHERE node.scope = $scope AND node.kind = 'episode' AND node.at >= datetime({year: 1}) AND node.current = true
  //?unjudged AND node.salience IS NULL
  //?unstudied AND node.studied IS NULL
WITH node ORDER BY node.scope, node.kind, node.at LIMIT $limit
CALL (node) {
  CALL (node) {
    MATCH (event:Event)
    WHERE event.scope = $scope AND event.session = node.session AND event.seq >= node.seq_from AND event.seq <= node.seq_to
      AND event.audience = node.audience
    RETURN event
    UNION
    MATCH (node)-[:RESTS_ON]->(event:Event)
    RETURN event
  }
  WITH event WHERE event.quarantine IS NULL AND coalesce(event.instructs, false) = false
  ORDER BY event.at, event.seq
  RETURN collect(event) AS events
}
RETURN node {.id, .text, .at, .session, .tags, .audience, .seq_from} AS node,
  COLLECT { MATCH (node)-[:RESTS_ON]->(source:Memory) RETURN source.id ORDER BY source.at, source.id } AS sources,
  [event IN events | event {.text, .speaker, .role, .event_kind, .metadata, .salience}] AS events,
  COUNT {
    UNWIND events AS event
    MATCH (event)-[:MENTIONS]->(entity:Entity)
    WHERE entity.first_seen = event.at
    RETURN DISTINCT entity
  } AS entities,
  COUNT {
    UNWIND events AS event
    // Only the evidence that the fact began with; repeating it corrects nothing.
    MATCH (event)<-[evidence:EVIDENCE]-(fact:Fact)-[:SUPERSEDES]->(:Fact)
    WHERE evidence.recorded_at = fact.recorded_at
    RETURN DISTINCT fact
  } AS corrections
