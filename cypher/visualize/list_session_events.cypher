// The newest events of a session, newest first: who said each, what it mentions and the facts that rest on it; for a picture.
// access: read
// scope: guarded
// param session: canonical id of the session
// param last: how many at most
// param longest: characters of a text at most
// param audiences: (fragment audience) tokens of who may see
// param until: (fragment until) datetime, exclusive
// returns: event (a map), person ({id, owner} who said it, or null), mentions (list of {id, name, type, owner}), facts (list of texts)
CYPHER 25
MATCH (event:Event)
WHERE event.scope = $scope AND event.session = $session AND event.seq >= 0
  //?audience AND event.quarantine IS NULL AND event.audience IN $audiences
  //?until AND event.at < $until
// All three, so that the index is read from its end and no further than needed.
WITH event ORDER BY event.scope DESC, event.session DESC, event.seq DESC LIMIT $last
RETURN event {.id, .speaker, .speaker_name, .at, .event_kind, .role, .tool, .seq, .quarantine, .instructs, text: left(event.text, $longest)} AS event,
  COLLECT { MATCH (event)-[:SAID_BY]->(person:Person) RETURN person {.id, .owner} }[0] AS person,
  COLLECT {
    MATCH (event)-[:MENTIONS]->(entity:Entity)
    RETURN {id: entity.id, name: entity.name, type: coalesce(entity.type, 'other'), owner: coalesce(entity.owner, false)}
    ORDER BY entity.mention_count DESC, entity.id LIMIT 12
  } AS mentions,
  COLLECT {
    MATCH (event)<-[told:EVIDENCE]-(fact:Fact)
    WHERE NOT coalesce(told.void, false)
      //?audience AND fact.audience IN $audiences
    RETURN fact.text ORDER BY fact.id LIMIT 5
  } AS facts
