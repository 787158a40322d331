// Tell nodes anew from what is left: their properties, and their vectors where there are others.
// access: write
// scope: guarded
// param rows: list of {id, properties, vector (or null: the one that it has)}, sorted by id
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
