// What sleep did: every step of the last sleeps, what it came to, and how long it took; the newest sleep first.
// access: read
// scope: guarded
// param limit: how many sleeps at most
// returns: started, sleep, state, step, outcome, did, seconds
// first, in Browser: :param scope => 'demo'
// first, in Browser: :param limit => 5
CYPHER 25
MATCH (run:SleepRun)
USING INDEX SEEK run:SleepRun(scope, id)
WHERE run.scope = $scope AND run.id IS NOT NULL
WITH run ORDER BY run.started_at DESC, run.id LIMIT $limit
UNWIND CASE WHEN size(run.results) = 0 THEN [null] ELSE range(0, size(run.results) - 1) END AS place
WITH run, place, run.results[place] AS told
// Each result is JSON as one writer writes it.
RETURN datetime.truncate('second', run.started_at) AS started, run.kind AS sleep, run.state AS state,
  coalesce(split(split(told, '"name": "')[1], '"')[0], run.phase) AS step,
  coalesce(split(split(told, '"status": "')[1], '"')[0], run.state) AS outcome,
  replace(split(split(told, '"counts": {')[1], '}')[0], '"', '') AS did,
  toFloat(split(split(split(told, '"seconds": ')[1], '}')[0], ',')[0]) AS seconds
ORDER BY run.started_at DESC, run.id, place
