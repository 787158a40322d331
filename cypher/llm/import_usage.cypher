// Add the token usage that another memory counted for a day and model, once for each import.
// access: write
// scope: guarded
// param rows: list of {id (of the imported record), date (ISO date), model, prompt, completion, requests}
// param now: datetime
// returns: added (number of records that were not counted before)
CYPHER 25
UNWIND $rows AS row
MERGE (record:TokenUsage {scope: $scope, date: row.date, model: row.model})
  ON CREATE SET record.prompt = 0, record.completion = 0, record.requests = 0, record.latest = [], record.created_at = $now
// This write takes the lock of the record before its sums are read.
SET record.updated_at = $now
WITH row, record
WHERE NOT row.id IN coalesce(record.imported, [])
SET record.prompt = record.prompt + row.prompt, record.completion = record.completion + row.completion,
    record.requests = record.requests + row.requests, record.imported = coalesce(record.imported, []) + row.id
RETURN count(*) AS added
