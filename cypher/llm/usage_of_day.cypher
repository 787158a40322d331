// List the token usage of one day, by model.
// access: read
// scope: guarded
// param date: ISO date, UTC
// returns: usage (a map of date, model, prompt, completion, requests)
CYPHER 25
MATCH (record:TokenUsage)
WHERE record.scope = $scope AND record.date = $date AND record.model IS NOT NULL
WITH record ORDER BY record.model
RETURN record {.date, .model, .prompt, .completion, .requests} AS usage
