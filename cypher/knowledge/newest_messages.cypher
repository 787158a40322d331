// The newest messages of people that everyone may read, of all sessions, newest first; no instructions to an agent.
// access: read
// scope: guarded
// param limit: how many at most
// returns: id, text, at, seq, session, speaker (account), person (id), name (of the person)
CYPHER 25
MATCH (session:Session)
WHERE session.scope = $scope AND session.id IS NOT NULL
CALL (session) {
  MATCH (event:Event)
  WHERE event.scope = session.scope AND event.session = session.id AND event.seq >= 0 AND event.current = true
  RETURN event ORDER BY event.scope DESC, event.session DESC, event.seq DESC LIMIT $limit
}
WITH event
WHERE event.event_kind = 'message' AND event.role = 'user' AND event.audience = 'shared' AND event.quarantine IS NULL
  AND coalesce(event.instructs, false) = false
MATCH (event)-[:SAID_BY]->(person:Person)
WITH event, person ORDER BY event.at DESC, event.id LIMIT $limit
RETURN event.id AS id, event.text AS text, event.at AS at, event.seq AS seq, event.session AS session, event.speaker AS speaker,
  person.id AS person, person.name AS name
