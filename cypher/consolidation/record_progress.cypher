// Record the progress of a run and renew its lease.
// access: write
// scope: guarded
// param id: id of the run
// param holder: id of the process that runs it
// param state: running, success or failed
// param phase: the current step, or null
// param results: results of the completed steps, as JSON texts
// param ended: datetime, or null while it is running
// param lease_until: datetime at which the lease expires
// returns: id; no row where another process took the run over or ended it
CYPHER 25
MATCH (run:SleepRun {scope: $scope, id: $id})
WHERE run.lease = $holder AND (run.state = 'running' OR run.ended_at = $ended)
SET run.state = $state, run.phase = $phase, run.results = $results, run.ended_at = $ended, run.lease_until = $lease_until
RETURN run.id AS id
