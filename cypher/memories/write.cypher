// Write memories with their vectors, sources and subjects. An existing id is updated.
// access: write
// scope: guarded
// param rows: list of {id, label, properties, vector (or null: keep the stored one), states (or null), sources: [ids of its sources], about: [ids]},
//   sorted by id
// param now: datetime
// returns: created (ids of the new memories)
CYPHER 25
UNWIND $rows AS row
MERGE (node:Memory {scope: $scope, id: row.id})
  ON CREATE SET node:Kept, node:$(row.label), node.created_at = $now, node.access_count = 0, node.fresh = true
SET node += row.properties, node.updated_at = $now
CALL (node, row) {
  WITH node, row WHERE row.vector IS NOT NULL
  SET node.states = row.states
  WITH node, row
  CALL db.create.setNodeVectorProperty(node, 'embedding', row.vector)
}
CALL (node, row) {
  UNWIND row.sources AS id
  MATCH (source:Memory {scope: $scope, id: id})
  USING INDEX SEEK source:Memory(scope, id)
  MERGE (node)-[:RESTS_ON]->(source)
}
CALL (node, row) {
  UNWIND row.about AS id
  MATCH (subject:Memory {scope: $scope, id: id})
  USING INDEX SEEK subject:Memory(scope, id)
  MERGE (node)-[:ABOUT]->(subject)
}
WITH node, coalesce(node.fresh, false) AS fresh
SET node.fresh = null
RETURN collect(CASE WHEN fresh THEN node.id END) AS created
