// Mark memories as superseded by another: they remain stored, but are no longer current.
// access: write
// scope: guarded
// param id: id of the superseding memory
// param older: ids of the memories to supersede
// param now: datetime
// returns: superseded (ids of the memories that were current)
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
  // The new memory may itself have been superseded by the older one before.
  MATCH (older)-[before:SUPERSEDES]->(newer)
  DELETE before
}
RETURN collect(older.id) AS superseded
