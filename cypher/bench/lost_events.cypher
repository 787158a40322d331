// Which of these acknowledged events are missing, have another text, or are not in their session.
// access: read
// scope: guarded
// param rows: list of {id, text}
// returns: lost (ids)
CYPHER 25
UNWIND $rows AS row
OPTIONAL MATCH (event:Memory {scope: $scope, id: row.id})
USING INDEX SEEK event:Memory(scope, id)
WITH row, event
WHERE event IS NULL OR NOT event:Event OR event.text <> row.text
  OR NOT EXISTS { MATCH (:Session {scope: $scope, id: event.session})-[:HAS]->(event) }
RETURN collect(row.id) AS lost
