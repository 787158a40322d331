// Record which memories replaced others, as another memory says; the older ones are no longer current.
// access: write
// scope: guarded
// param pairs: list of {newer, older} (ids)
// param now: datetime
// returns: linked (number of pairs that are stored)
CYPHER 25
UNWIND $pairs AS row
MATCH (newer:Memory {scope: $scope, id: row.newer})
USING INDEX SEEK newer:Memory(scope, id)
MATCH (older:Memory {scope: $scope, id: row.older})
USING INDEX SEEK older:Memory(scope, id)
WHERE newer:Kept AND older:Kept AND newer <> older
MERGE (newer)-[edge:SUPERSEDES]->(older)
  ON CREATE SET edge.at = $now
SET older.current = false, older.terms = null, older.superseded_by = newer.id
RETURN count(*) AS linked
