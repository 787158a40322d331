// What the language models took on one day, by model.
// access: read
// scope: guarded
// param date: ISO date, UTC
// returns: usage (a map of date, model, prompt, completion, requests)
CYPHER 25
MATCH (used:TokenUsage)
WHERE used.scope = $scope AND used.date = $date AND used.model IS NOT NULL
WITH used ORDER BY used.model
RETURN used {.date, .model, .prompt, .completion, .requests} AS usage
