// Return the events of sessions that the diary does not describe yet: some sessions by id, and the oldest events of each.
// access: read
// scope: guarded
// param after: only sessions with a greater id
// param limit: maximum number of sessions
// param most: maximum number of events of each
// returns: session (id), events (list of maps in order, including undigested events), said_before (the agent's last message before them, or null), spoken_since (accounts of users who spoke between it and them)
CYPHER 25
MATCH (session:Session)
WHERE session.scope = $scope AND session.id > $after AND session.next_seq > coalesce(session.told, 0)
WITH session, coalesce(session.told, 0) AS described ORDER BY session.scope, session.id LIMIT $limit
CALL (session, described) {
  OPTIONAL MATCH (event:Event)
  WHERE event.scope = $scope AND event.session = session.id AND event.seq < described AND event.seq >= described - 20
    AND event.role = 'assistant' AND event.event_kind = 'message' AND event.quarantine IS NULL
  WITH event ORDER BY event.seq DESC LIMIT 1
  RETURN event.text AS said_before, coalesce(event.seq, described) AS said_at
}
CALL (session, described, said_at) {
  OPTIONAL MATCH (event:Event)
  WHERE event.scope = $scope AND event.session = session.id AND event.seq > said_at AND event.seq < described
    AND event.role = 'user' AND event.event_kind = 'message' AND event.speaker IS NOT NULL
  RETURN collect(DISTINCT event.speaker) AS spoken_since
}
CALL (session, described) {
  MATCH (event:Event)
  WHERE event.scope = $scope AND event.session = session.id AND event.seq >= described
  // Ordered by all three properties, so that the index is read in its own order and no further than needed.
  WITH event ORDER BY event.scope, event.session, event.seq LIMIT $most
  RETURN collect(event {.id, .text, .speaker, .speaker_name, .session, .channel, .at, .event_kind, .role, .direction, .parent, .tool, .metadata,
    .audience, .seq, .status, .instructs, .salience, .quarantine,
    is_learnt: EXISTS { (event)<-[:RESTS_ON]-(learning:Memory) WHERE learning.kind = 'learning' },
    arguments: COLLECT { MATCH (event)-[:RESULT_OF]->(call:Event) RETURN call.text }[0]}) AS events
}
RETURN session.id AS session, events, said_before, spoken_since
