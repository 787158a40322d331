// Return the messages of a person that matter most, for quotations on their card.
// access: read
// scope: guarded
// param person: id of the person
// param audiences: audience tokens of the reader, or null for all
// param reach: number of last written messages among which they are selected
// param least: the least salience
// param limit: maximum number of messages
// returns: id, text, at, speaker, speaker_name, salience
CYPHER 25
MATCH (:Memory {scope: $scope, id: $person})<-[:SAID_BY]-(event:Event)
WITH event LIMIT $reach
WHERE event.event_kind = 'message' AND event.salience >= $least AND event.quarantine IS NULL AND coalesce(event.instructs, false) = false
  AND event.status = 'complete' AND ($audiences IS NULL OR event.audience IN $audiences)
  AND NOT EXISTS { (event)<-[:EVIDENCE]-(fact:Fact) WHERE fact.status IN ['superseded', 'retracted'] }
RETURN event.id AS id, event.text AS text, event.at AS at, event.speaker AS speaker, event.speaker_name AS speaker_name, event.salience AS salience
ORDER BY salience DESC, id LIMIT $limit
