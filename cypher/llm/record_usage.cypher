// Add the token usage of one answer of a language model to the record of its day, once.
// access: write
// scope: guarded
// param id: of the answer; a repeated id is not counted again
// param date: ISO date, UTC
// param model: name of the model
// param prompt: tokens of the prompt
// param completion: tokens of the completion
// param now: datetime
// returns: requests (of that day and model)
CYPHER 25
MERGE (record:TokenUsage {scope: $scope, date: $date, model: $model})
  ON CREATE SET record.prompt = 0, record.completion = 0, record.requests = 0, record.latest = [], record.created_at = $now
// This write takes the lock of the record before its sums are read, so that concurrent updates are not lost.
SET record.updated_at = $now
WITH record, $id IN record.latest AS is_counted
SET record.prompt = record.prompt + CASE WHEN is_counted THEN 0 ELSE $prompt END,
    record.completion = record.completion + CASE WHEN is_counted THEN 0 ELSE $completion END,
    record.requests = record.requests + CASE WHEN is_counted THEN 0 ELSE 1 END,
    // The ids of the latest answers, more than may be in progress at once.
    record.latest = CASE WHEN is_counted THEN record.latest ELSE (record.latest + $id)[-128..] END
RETURN record.requests AS requests
