// Read the newest events of all sessions, newest first.
// access: read
// scope: guarded
// param last: maximum number
// param since: datetime, inclusive
// returns: event (a map)
CYPHER 25
UNWIND ['pending', 'processing', 'complete', 'skipped', 'failed', 'failed_permanent'] AS status
CALL (status) {
  MATCH (event:Event)
  WHERE event.scope = $scope AND event.status = status AND event.at >= $since
  // In the order of the index, so that no more rows than the limit are read.
  RETURN event ORDER BY event.scope DESC, event.status DESC, event.at DESC LIMIT $last
}
WITH event ORDER BY event.at DESC, event.session DESC, event.seq DESC LIMIT $last
RETURN event {.id, .text, .speaker, .speaker_name, .session, .channel, .at, .event_kind, .role, .direction, .parent, .tool, .metadata, .audience, .seq, .status, .instructs, .salience} AS event
