// Let go of the records of old sleeps; the newest of each kind stays.
// access: write
// scope: guarded
// param before: datetime before which they began
// returns: gone (how many)
CYPHER 25
CALL () {
  UNWIND ['quick', 'deep'] AS kind
  CALL (kind) {
    MATCH (run:SleepRun)
    WHERE run.scope = $scope AND run.kind = kind AND run.started_at < $before AND run.state <> 'running'
      AND EXISTS { MATCH (newer:SleepRun) WHERE newer.scope = $scope AND newer.kind = kind AND newer.started_at > run.started_at }
    RETURN run
  }
  DELETE run
  RETURN count(*) AS gone
}
RETURN gone
