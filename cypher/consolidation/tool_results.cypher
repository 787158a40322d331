// Count the results and errors of each tool in a period.
// access: read
// scope: guarded
// param since: datetime, inclusive
// param until: datetime, inclusive
// returns: tool, uses, failures
CYPHER 25
UNWIND ['complete', 'skipped'] AS status
MATCH (event:Event)
WHERE event.scope = $scope AND event.status = status AND event.at >= $since AND event.at <= $until
  AND event.event_kind = 'tool_result' AND event.tool IS NOT NULL AND event.quarantine IS NULL
RETURN event.tool AS tool, count(*) AS uses, count(CASE WHEN ltrim(event.text) STARTS WITH 'Error:' THEN 1 END) AS failures ORDER BY tool
