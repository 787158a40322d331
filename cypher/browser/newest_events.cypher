// Newest events: what was said last in all sessions of a scope, newest first.
// access: read
// scope: guarded
// param limit: how many at most
// returns: at, session, speaker, text, status, id
// first, in Browser: :param scope => 'demo'
// first, in Browser: :param limit => 25
CYPHER 25
UNWIND ['pending', 'processing', 'complete', 'skipped', 'failed', 'failed_permanent'] AS status
CALL (status) {
  MATCH (event:Event)
  WHERE event.scope = $scope AND event.status = status AND event.at IS NOT NULL
  // In the index's own order, so that no more than the limit is read.
  RETURN event ORDER BY event.scope DESC, event.status DESC, event.at DESC LIMIT $limit
}
WITH event ORDER BY event.at DESC, event.seq DESC LIMIT $limit
RETURN event.at AS at, event.session AS session, event.speaker_name AS speaker, event.text AS text,
  event.status AS status, event.id AS id
