// Read the records derived from some events: mentions, facts, topics, speakers and dependent memories; lock their sessions.
// access: write
// scope: guarded
// param ids: ids of the events
// param now: datetime
// returns: events (list of {id, text, session, at, speaker, speaker_name, person, status, role, event_kind, seq, audience, created_at}), mentions (list of {id, forms, types, ends: a list of each mention}),
//   facts (list of {id, subject, predicate, filed}), topics (ids), dependents (ids of memories with these sources), sessions (ids)
CYPHER 25
UNWIND $ids AS id
MATCH (requested:Memory {scope: $scope, id: id})
USING INDEX SEEK requested:Memory(scope, id)
WHERE requested:Event
// An imported fact states in an observation of its own what the event has.
MATCH (event:Event)-[:RESULT_OF]->{0,1}(requested)
WHERE event = requested OR (event.event_kind = 'observation' AND event.role = 'system')
WITH DISTINCT event ORDER BY event.id
WITH collect(event) AS events
CALL (events) {
  UNWIND events AS event
  WITH DISTINCT event.session AS id ORDER BY id
  MATCH (session:Session {scope: $scope, id: id})
  // Locks the session before its chain is read, so that no event is appended meanwhile.
  SET session.updated_at = $now
  RETURN collect(session.id) AS sessions
}
CALL (events) {
  UNWIND events AS event
  MATCH (event)-[mention:MENTIONS]->(entity:Memory)
  WITH entity.id AS id, collect(coalesce(mention.forms, [entity.name])) AS forms, collect(mention.types) AS types, collect(mention.ends) AS ends
  RETURN collect({id: id, forms: forms, types: types, ends: ends}) AS mentions
}
CALL (events) {
  UNWIND events AS event
  CALL (event) {
    MATCH (event)<-[:EVIDENCE]-(fact:Memory)
    RETURN fact
    UNION
    // What a later message states with words of this one: it is up to four turns later, and nearer where some were erased.
    MATCH (event)-[:NEXT]->{1,4}(:Event)<-[evidence:EVIDENCE]-(fact:Memory)
    WHERE event.id IN evidence.rests_on
    RETURN fact
  }
  WITH DISTINCT fact
  RETURN collect(fact {.id, .subject, .predicate, .filed}) AS facts
}
CALL (events) {
  UNWIND events AS event
  MATCH (event)-[:ON]->(topic:Topic)
  RETURN collect(DISTINCT topic.id) AS topics
}
CALL (events) {
  UNWIND events AS event
  MATCH (event)-[:HAS_PASSAGE]->{0,1}(:Memory)<-[:RESTS_ON]-(dependent:Memory)
  RETURN collect(DISTINCT dependent.id) AS dependents
}
RETURN sessions, mentions, facts, topics, dependents,
  [event IN events | event {.id, .text, .session, .at, .speaker, .speaker_name, .status, .role, .event_kind, .seq, .audience, .created_at,
    person: COLLECT { MATCH (event)-[:SAID_BY]->(person:Memory) RETURN person.id }[0]}] AS events
