// List the token usage of the last dates that have any, newest date first, by model.
// access: read
// scope: guarded
// param days: the greatest number of dates
// returns: usage (a map of date, model, prompt, completion, requests)
CYPHER 25
MATCH (record:TokenUsage)
WHERE record.scope = $scope AND record.date IS NOT NULL AND record.model IS NOT NULL
WITH record.date AS date, collect(record {.date, .model, .prompt, .completion, .requests}) AS records
ORDER BY date DESC LIMIT $days
UNWIND records AS usage
RETURN usage ORDER BY date DESC, usage.model
