// Return the time of the last event, the run in progress, and the newest run of each kind.
// access: read
// scope: guarded
// param now: datetime; events dated later are ignored
// returns: last_event_at (datetime or null), open, quick, deep (each a map or null)
CYPHER 25
CALL () {
  UNWIND ['pending', 'processing', 'complete', 'skipped', 'failed', 'failed_permanent'] AS status
  CALL (status) {
    MATCH (event:Event)
    WHERE event.scope = $scope AND event.status = status AND event.at <= $now
    // Ordered by all three properties, so that the index is read backwards and no further than needed.
    RETURN event.at AS at ORDER BY event.scope DESC, event.status DESC, event.at DESC LIMIT 1
  }
  RETURN max(at) AS last_event_at
}
RETURN last_event_at,
  COLLECT {
    MATCH (run:SleepRun)
    WHERE run.scope = $scope AND run.state = 'running' AND run.started_at IS NOT NULL
    RETURN run {.*} ORDER BY run.started_at LIMIT 1
  }[0] AS open,
  COLLECT {
    MATCH (run:SleepRun)
    WHERE run.scope = $scope AND run.kind = 'quick' AND run.started_at IS NOT NULL
    RETURN run {.*} ORDER BY run.scope DESC, run.kind DESC, run.started_at DESC LIMIT 1
  }[0] AS quick,
  COLLECT {
    MATCH (run:SleepRun)
    WHERE run.scope = $scope AND run.kind = 'deep' AND run.started_at IS NOT NULL
    RETURN run {.*} ORDER BY run.scope DESC, run.kind DESC, run.started_at DESC LIMIT 1
  }[0] AS deep
