// What was said in sessions since the diary was last told of it: some sessions, by their ids, and of each the oldest of its news.
// access: read
// scope: guarded
// param after: id of the session behind which they begin
// param limit: how many sessions at most
// param most: how many events of each at most
// returns: session (id), events (list of maps in their order, those that wait to be digested included)
CYPHER 25
MATCH (session:Session)
WHERE session.scope = $scope AND session.id > $after AND session.next_seq > coalesce(session.told, 0)
WITH session, coalesce(session.told, 0) AS told ORDER BY session.scope, session.id LIMIT $limit
CALL (session, told) {
  MATCH (event:Event)
  WHERE event.scope = $scope AND event.session = session.id AND event.seq >= told
  // All three, so that the index is read in its own order and no further than needed.
  WITH event ORDER BY event.scope, event.session, event.seq LIMIT $most
  RETURN collect(event {.id, .text, .speaker, .speaker_name, .session, .channel, .at, .event_kind, .role, .direction, .parent, .tool, .metadata,
    .audience, .seq, .status, .instructs, .quarantine,
    arguments: COLLECT { MATCH (event)-[:RESULT_OF]->(call:Event) RETURN call.text }[0]}) AS events
}
RETURN session.id AS session, events
