// Newest events: the newest messages of all sessions of a scope.
// access: read
// scope: guarded
// param limit: the maximum number of rows
// returns: at, session, speaker, text, status, id
// first, in Browser: :param scope => 'demo'
// first, in Browser: :param limit => 25
CYPHER 25
UNWIND ['pending', 'processing', 'complete', 'skipped', 'failed', 'failed_permanent'] AS status
CALL (status) {
  MATCH (event:Event)
  WHERE event.scope = $scope AND event.status = status AND event.at IS NOT NULL
  // In the order of the index, so that no more rows than the limit are read.
  RETURN event ORDER BY event.scope DESC, event.status DESC, event.at DESC LIMIT $limit
}
WITH event ORDER BY event.at DESC, event.seq DESC LIMIT $limit
RETURN event.at AS at, event.session AS session, event.speaker_name AS speaker, event.text AS text,
  event.status AS status, event.id AS id
