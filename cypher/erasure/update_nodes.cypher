// Update properties of nodes, and their vectors where given.
// access: write
// scope: guarded
// param rows: list of {id, properties, vector (null: unchanged)}, sorted by id
// param now: datetime
// returns: nothing
CYPHER 25
UNWIND $rows AS row
MATCH (node:Memory {scope: $scope, id: row.id})
USING INDEX SEEK node:Memory(scope, id)
SET node += row.properties, node.updated_at = $now
WITH node, row WHERE row.vector IS NOT NULL
CALL (node, row) {
  CALL db.create.setNodeVectorProperty(node, 'embedding', row.vector)
}
