// Begin a consolidation run, or take over one whose lease has expired; nothing is begun while another run holds its lease.
// access: write
// scope: guarded
// param id: id of the run, where one begins
// param kind: quick or deep
// param name: display name
// param holder: id of the process that runs it
// param now: datetime
// param lease_until: datetime at which the lease expires
// returns: run (a map), is_leased (whether another process holds the lease)
CYPHER 25
MERGE (turn:Turn {scope: $scope})
// This write locks the node before runs are read, so that two processes never begin a run at once.
SET turn.at = $now
WITH turn
CALL (turn) {
  MATCH (run:SleepRun)
  WHERE run.scope = turn.scope AND run.state = 'running' AND run.started_at IS NOT NULL
  WITH run ORDER BY run.started_at LIMIT 1
  RETURN collect(run)[0] AS open
}
// A lease that ends over an hour later than a new one was taken before the clock was set back; it does not count.
WITH open, open IS NOT NULL AND open.lease <> $holder AND open.lease_until > $now
  AND open.lease_until <= $lease_until + duration({hours: 1}) AS is_leased
CALL (open) {
  WITH open WHERE open IS NULL
  MERGE (created:SleepRun {scope: $scope, id: $id})
    ON CREATE SET created.kind = $kind, created.name = $name, created.state = 'running', created.started_at = $now, created.results = []
  RETURN collect(created)[0] AS created
}
WITH coalesce(open, created) AS run, is_leased
SET run.lease = CASE WHEN is_leased THEN run.lease ELSE $holder END,
    run.lease_until = CASE WHEN is_leased THEN run.lease_until ELSE $lease_until END
RETURN run {.*} AS run, is_leased
