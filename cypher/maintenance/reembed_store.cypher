// Store vectors of the next model next to those in use (`next`), or store missing vectors (`missing`).
// access: write
// scope: guarded
// choose: next, missing
// param rows: list of {id, vector, states (or null), at}
// param by: (fragment next) the model
// returns: stored (how many)
CYPHER 25
UNWIND $rows AS row
MATCH (node:Memory {scope: $scope, id: row.id})
USING INDEX SEEK node:Memory(scope, id)
// A memory that was changed meanwhile is left to the next page.
WHERE row.at IS NULL OR row.at = node.updated_at.epochMillis * 1000 + node.updated_at.microsecond % 1000
//?next SET node.next_states = row.states, node.next_by = $by, node.next_at = row.at
//?missing SET node.states = row.states
WITH node, row
//?next CALL db.create.setNodeVectorProperty(node, 'next_embedding', row.vector)
//?missing CALL db.create.setNodeVectorProperty(node, 'embedding', row.vector)
RETURN count(*) AS stored
