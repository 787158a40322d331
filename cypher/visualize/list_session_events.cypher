// List the newest events of a session, newest first, with speaker, mentioned entities and supported facts; for a picture.
// access: read
// scope: guarded
// param session: canonical id of the session
// param last: the maximum number of events
// param max_chars: the maximum length of a text
// param owners: accounts of the owners
// param audiences: (fragment audience) the audiences of the viewer
// param until: (fragment until) datetime, exclusive
// returns: event (a map), person ({id, owner} of the speaker, or null), mentions (list of {id, name, type, owner}),
//   facts (list of {id, text, status, polarity, kind, worth} that the event is the first evidence of, or supports)
CYPHER 25
MATCH (event:Event)
WHERE event.scope = $scope AND event.session = $session AND event.seq >= 0
  //?audience AND event.quarantine IS NULL AND event.audience IN $audiences
  //?until AND event.at < $until
// In the order of the index, so that no more rows than needed are read.
WITH event ORDER BY event.scope DESC, event.session DESC, event.seq DESC LIMIT $last
RETURN event {.id, .speaker, .speaker_name, .at, .event_kind, .role, .tool, .seq, .quarantine, .instructs, text: left(event.text, $max_chars)} AS event,
  COLLECT { MATCH (event)-[:SAID_BY]->(person:Person)
    RETURN {id: person.id, owner: coalesce(person.owner, false) OR event.speaker IN $owners} }[0] AS person,
  COLLECT {
    MATCH (event)-[:MENTIONS]->(entity:Entity)
    RETURN {id: entity.id, name: entity.name, type: coalesce(entity.type, 'other'), owner: coalesce(entity.owner, false)}
    ORDER BY entity.mention_count DESC, entity.id LIMIT 12
  } AS mentions,
  COLLECT {
    MATCH (event)<-[evidence:EVIDENCE]-(fact:Fact)
    WHERE NOT coalesce(evidence.void, false)
      //?audience AND fact.audience IN $audiences
    RETURN fact {.id, .text, .status, .polarity, kind: fact.fact_kind, worth: coalesce(fact.worth, 1.0)} ORDER BY coalesce(fact.worth, 1.0) DESC, fact.id LIMIT 6
  } AS facts
