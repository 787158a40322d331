// Add what one answer of a language model took to the line of its day, once.
// access: write
// scope: guarded
// param id: of the answer; sent again, it is not counted again
// param date: ISO date, UTC
// param model: name of the model
// param prompt: tokens of what it was given
// param completion: tokens of what it said
// param now: datetime
// returns: requests (of that day and model)
CYPHER 25
MERGE (used:TokenUsage {scope: $scope, date: $date, model: $model})
  ON CREATE SET used.prompt = 0, used.completion = 0, used.requests = 0, used.latest = [], used.created_at = $now
// This write takes the line's lock before its sums are read: of two writers at once none is lost.
SET used.updated_at = $now
WITH used, $id IN used.latest AS known
SET used.prompt = used.prompt + CASE WHEN known THEN 0 ELSE $prompt END,
    used.completion = used.completion + CASE WHEN known THEN 0 ELSE $completion END,
    used.requests = used.requests + CASE WHEN known THEN 0 ELSE 1 END,
    // As many as may be under way at once.
    used.latest = CASE WHEN known THEN used.latest ELSE (used.latest + $id)[-128..] END
RETURN used.requests AS requests
