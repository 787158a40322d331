// When somebody spoke last, the sleep that is under way, and the newest of each kind.
// access: read
// scope: guarded
// param now: datetime; what is dated later says nothing of who talks now
// returns: heard (datetime or null), open, quick, deep (each a map or null)
CYPHER 25
CALL () {
  UNWIND ['pending', 'processing', 'complete', 'skipped', 'failed', 'failed_permanent'] AS status
  CALL (status) {
    MATCH (event:Event)
    WHERE event.scope = $scope AND event.status = status AND event.at <= $now
    // All three, so that the index is read from its end and no further than needed.
    RETURN event.at AS at ORDER BY event.scope DESC, event.status DESC, event.at DESC LIMIT 1
  }
  RETURN max(at) AS heard
}
RETURN heard,
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
