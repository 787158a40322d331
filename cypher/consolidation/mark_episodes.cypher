// Set properties of processed episodes, so that each is processed once.
// access: write
// scope: guarded
// param rows: list of {id, properties}, sorted by id
// returns: nothing
CYPHER 25
UNWIND $rows AS row
MATCH (node:Memory {scope: $scope, id: row.id})
USING INDEX SEEK node:Memory(scope, id)
SET node += row.properties
