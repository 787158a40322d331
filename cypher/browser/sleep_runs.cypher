// Sleep runs: each step of the last sleeps, its outcome and its duration; the newest sleep first.
// access: read
// scope: guarded
// param limit: the maximum number of sleeps
// returns: started, sleep, state, step, outcome, counts, seconds
// first, in Browser: :param scope => 'demo'
// first, in Browser: :param limit => 5
CYPHER 25
MATCH (run:SleepRun)
USING INDEX SEEK run:SleepRun(scope, id)
WHERE run.scope = $scope AND run.id IS NOT NULL
WITH run ORDER BY run.started_at DESC, run.id LIMIT $limit
UNWIND CASE WHEN size(run.results) = 0 THEN [null] ELSE range(0, size(run.results) - 1) END AS step_index
WITH run, step_index, run.results[step_index] AS result
// Each result is JSON, always written in the same format.
RETURN datetime.truncate('second', run.started_at) AS started, run.kind AS sleep, run.state AS state,
  coalesce(split(split(result, '"name": "')[1], '"')[0], run.phase) AS step,
  coalesce(split(split(result, '"status": "')[1], '"')[0], run.state) AS outcome,
  replace(split(split(result, '"counts": {')[1], '}')[0], '"', '') AS counts,
  toFloat(split(split(split(result, '"seconds": ')[1], '}')[0], ',')[0]) AS seconds
ORDER BY run.started_at DESC, run.id, step_index
