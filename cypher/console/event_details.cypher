// Get a message with its speaker, its neighbours, the facts it supports, what it names, and what rests on it; for the console.
// access: read
// scope: guarded
// param id: id of the event
// returns: event (a map), person ({id, name}, or null), parent (id, or null), before and after (ids, or null), facts (list of {id, text, status}),
//   entities (list of {id, name, kind}), topics (list of {id, name}), used (list of {id, kind, text} of memories that rest on it)
CYPHER 25
MATCH (event:Memory {scope: $scope, id: $id})
USING INDEX SEEK event:Memory(scope, id)
WHERE event:Event
RETURN event {.id, .text, .at, .session, .channel, .speaker, .speaker_name, .role, .direction, .event_kind, .tool, .status, .error, .audience,
    .instructs, .quarantine, .metadata, .digested_at} AS event,
  COLLECT { MATCH (event)-[:SAID_BY]->(person:Person) RETURN {id: person.id, name: person.name} LIMIT 1 }[0] AS person,
  COLLECT { MATCH (event)-[:RESULT_OF]->(parent:Event) RETURN parent.id LIMIT 1 }[0] AS parent,
  COLLECT { MATCH (event)<-[:NEXT]-(other:Event) RETURN other.id LIMIT 1 }[0] AS before,
  COLLECT { MATCH (event)-[:NEXT]->(other:Event) RETURN other.id LIMIT 1 }[0] AS after,
  COLLECT {
    MATCH (event)<-[evidence:EVIDENCE]-(fact:Fact)
    WHERE NOT coalesce(evidence.void, false)
    RETURN {id: fact.id, text: fact.text, status: fact.status} ORDER BY coalesce(fact.worth, 1.0) DESC, fact.id LIMIT 30
  } AS facts,
  COLLECT {
    MATCH (event)-[:MENTIONS]->(entity:Entity)
    RETURN {id: entity.id, name: entity.name, kind: entity.kind} ORDER BY entity.name, entity.id LIMIT 30
  } AS entities,
  COLLECT { MATCH (event)-[:ON]->(topic:Topic) RETURN {id: topic.id, name: topic.name} ORDER BY topic.name LIMIT 10 } AS topics,
  COLLECT {
    MATCH (event)<-[:RESTS_ON]-(kept:Kept)
    WHERE kept.archived_at IS NULL
    RETURN {id: kept.id, kind: kept.kind, text: left(kept.text, 200)} ORDER BY kept.kind, kept.id LIMIT 12
  } AS used
