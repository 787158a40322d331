// When the newest event was said of those that are too many.
// access: read
// scope: guarded
// param most: how many events there may be
// returns: at; no row where there are not more
CYPHER 25
UNWIND ['pending', 'processing', 'complete', 'skipped', 'failed', 'failed_permanent'] AS status
CALL (status) {
  MATCH (event:Event)
  WHERE event.scope = $scope AND event.status = status AND event.at IS NOT NULL
  // All three, so that the index is read from its end and no further than needed.
  RETURN event.at AS at ORDER BY event.scope DESC, event.status DESC, event.at DESC LIMIT $most + 1
}
WITH at ORDER BY at DESC SKIP $most LIMIT 1
RETURN at
