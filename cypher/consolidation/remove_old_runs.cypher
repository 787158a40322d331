// Delete the records of old runs, except the newest of each kind.
// access: write
// scope: guarded
// param before: datetime; runs that began before it are deleted
// returns: removed (number of deleted runs)
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
  RETURN count(*) AS removed
}
RETURN removed
