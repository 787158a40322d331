// Take the scope's write lock, and read what events that are digested again stated, named and were about before.
// access: write
// scope: guarded
// param ids: ids of the events
// param now: datetime
// returns: evidence (list of {event, fact, order, said_from, said_to, start, end, confidence, tier, own, quarantine, authority, rests_on, void}),
//   facts (list of {id, subject, predicate, filed}), mentions (list of {event, entity, count, spans, forms, types, ends}),
//   topics (list of {event, topic, relevance})
CYPHER 25
MERGE (turn:Turn {scope: $scope})
SET turn.at = $now
WITH turn
CALL (turn) {
  UNWIND $ids AS id
  MATCH (event:Memory {scope: turn.scope, id: id})
  USING INDEX SEEK event:Memory(scope, id)
  RETURN collect(event) AS events
}
CALL (events) {
  UNWIND events AS event
  MATCH (fact:Fact)-[evidence:EVIDENCE]->(event)
  RETURN collect(evidence {event: event.id, fact: fact.id, .order, .said_from, .said_to, .start, .end, .confidence, .tier, .own, .quarantine, .authority, .rests_on,
    void: coalesce(evidence.void, false)}) AS evidence, collect(DISTINCT fact {.id, .subject, .predicate, .filed}) AS facts
}
CALL (events) {
  UNWIND events AS event
  MATCH (event)-[mention:MENTIONS]->(entity:Entity)
  RETURN collect(mention {event: event.id, entity: entity.id, .count, .spans, .forms, .types, .ends}) AS mentions
}
CALL (events) {
  UNWIND events AS event
  MATCH (event)-[on:ON]->(topic:Topic)
  RETURN collect(on {event: event.id, topic: topic.id, .relevance}) AS topics
}
RETURN evidence, facts, mentions, topics
