// Record that evidence counts with more trust than when it was stored.
// access: write
// scope: guarded
// param rows: list of {fact, event (ids), tier, authority}
// param now: datetime
// returns: count
CYPHER 25
UNWIND $rows AS row
MATCH (fact:Memory {scope: $scope, id: row.fact})
USING INDEX SEEK fact:Memory(scope, id)
MATCH (fact)-[evidence:EVIDENCE]->(event:Event)
WHERE event.id = row.event
SET evidence.tier = row.tier, evidence.authority = row.authority, fact.updated_at = $now
RETURN count(*) AS count
