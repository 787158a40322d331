// What the language models took on the last dates that have any, newest first, by model.
// access: read
// scope: guarded
// param days: how many dates at most
// returns: usage (a map of date, model, prompt, completion, requests)
CYPHER 25
MATCH (used:TokenUsage)
WHERE used.scope = $scope AND used.date IS NOT NULL AND used.model IS NOT NULL
WITH used.date AS date, collect(used {.date, .model, .prompt, .completion, .requests}) AS lines
ORDER BY date DESC LIMIT $days
UNWIND lines AS usage
RETURN usage ORDER BY date DESC, usage.model
