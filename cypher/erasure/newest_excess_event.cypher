// Return the time of the newest event beyond the newest `count`.
// access: read
// scope: guarded
// param count: number of events to keep
// returns: at; no row if there are not more
CYPHER 25
UNWIND ['pending', 'processing', 'complete', 'skipped', 'failed', 'failed_permanent'] AS status
CALL (status) {
  MATCH (event:Event)
  WHERE event.scope = $scope AND event.status = status AND event.at IS NOT NULL
  // All three properties, so that the index is read backwards and no further than needed.
  RETURN event.at AS at ORDER BY event.scope DESC, event.status DESC, event.at DESC LIMIT $count + 1
}
WITH at ORDER BY at DESC SKIP $count LIMIT 1
RETURN at
