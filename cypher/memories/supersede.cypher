// Let a kept thing take the place of others: they are kept, and out of reads and searches.
// access: write
// scope: guarded
// param id: of the one that stands
// param older: ids of those that it stands for
// param now: datetime
// returns: superseded (ids of those that were current)
CYPHER 25
MATCH (newer:Memory {scope: $scope, id: $id})
USING INDEX SEEK newer:Memory(scope, id)
UNWIND $older AS other
MATCH (older:Memory {scope: $scope, id: other})
USING INDEX SEEK older:Memory(scope, id)
WHERE older:Kept AND older.current = true
MERGE (newer)-[edge:SUPERSEDES]->(older)
  ON CREATE SET edge.at = $now
SET older.current = false, older.terms = null, older.superseded_by = newer.id, older.updated_at = $now
WITH newer, older
CALL (newer, older) {
  // What was superseded once may take its place again.
  MATCH (older)-[before:SUPERSEDES]->(newer)
  DELETE before
}
RETURN collect(older.id) AS superseded
