// Begin a sleep, or take over one whose sleeper is gone; nothing is begun while another sleeps.
// access: write
// scope: guarded
// param id: of the run, where one begins
// param kind: quick or deep
// param name: what people read
// param holder: id of the sleeper
// param now: datetime
// param lease_until: datetime at which the lease lapses
// returns: run (a map), held (whether somebody else sleeps)
CYPHER 25
MERGE (turn:Turn {scope: $scope})
// This write takes the turn's lock before runs are read: two sleepers never begin at once.
SET turn.at = $now
WITH turn
CALL (turn) {
  MATCH (run:SleepRun)
  WHERE run.scope = turn.scope AND run.state = 'running' AND run.started_at IS NOT NULL
  WITH run ORDER BY run.started_at LIMIT 1
  RETURN collect(run)[0] AS open
}
// A lease that lasts for an hour more than one that is taken now is that of a clock which was set back since.
WITH open, open IS NOT NULL AND open.lease <> $holder AND open.lease_until > $now
  AND open.lease_until <= $lease_until + duration({hours: 1}) AS held
CALL (open) {
  WITH open WHERE open IS NULL
  MERGE (fresh:SleepRun {scope: $scope, id: $id})
    ON CREATE SET fresh.kind = $kind, fresh.name = $name, fresh.state = 'running', fresh.started_at = $now, fresh.results = []
  RETURN collect(fresh)[0] AS fresh
}
WITH coalesce(open, fresh) AS run, held
SET run.lease = CASE WHEN held THEN run.lease ELSE $holder END,
    run.lease_until = CASE WHEN held THEN run.lease_until ELSE $lease_until END
RETURN run {.*} AS run, held
