// Note how far a sleep is, and hold its lease on.
// access: write
// scope: guarded
// param id: of the run
// param holder: id of the sleeper
// param state: running, success or failed
// param phase: the step that is being done, or null
// param results: what each step that is done came to, as JSON texts
// param ended: datetime, or null while it goes on
// param lease_until: datetime at which the lease lapses
// returns: id; no row where the lease lapsed and another took the sleep over, or ended it
CYPHER 25
MATCH (run:SleepRun {scope: $scope, id: $id})
WHERE run.lease = $holder AND (run.state = 'running' OR run.ended_at = $ended)
SET run.state = $state, run.phase = $phase, run.results = $results, run.ended_at = $ended, run.lease_until = $lease_until
RETURN run.id AS id
