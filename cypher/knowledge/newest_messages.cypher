// The newest messages of all sessions, newest first.
// access: read
// scope: guarded
// param limit: how many at most
// returns: speaker (display name), text
CYPHER 25
MATCH (session:Session)
WHERE session.scope = $scope AND session.id IS NOT NULL
CALL (session) {
  MATCH (event:Event)
  WHERE event.scope = session.scope AND event.session = session.id AND event.seq >= 0 AND event.current = true
  RETURN event ORDER BY event.scope DESC, event.session DESC, event.seq DESC LIMIT $limit
}
WITH event WHERE event.event_kind = 'message'
WITH event ORDER BY event.at DESC, event.id LIMIT $limit
RETURN coalesce(event.speaker_name, event.role) AS speaker, event.text AS text
