// Keep things, each with its text, its vector and what it rests on; the same id again is the same thing, changed.
// access: write
// scope: guarded
// param rows: list of {id, label, properties, vector (or null: the one that it has), states (or null), sources: [ids that it rests on], about: [ids]},
//   sorted by id
// param now: datetime
// returns: fresh (ids of those that are new)
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
  MATCH (whom:Memory {scope: $scope, id: id})
  USING INDEX SEEK whom:Memory(scope, id)
  MERGE (node)-[:ABOUT]->(whom)
}
WITH node, coalesce(node.fresh, false) AS fresh
SET node.fresh = null
RETURN collect(CASE WHEN fresh THEN node.id END) AS fresh
