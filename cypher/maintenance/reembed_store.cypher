// Keep vectors of another model beside those that are in use, until all are there; or put missing ones in.
// access: write
// scope: guarded
// choose: beside, in
// param rows: list of {id, vector, states (or null), at}
// param by: (fragment beside) the model
// returns: stored (how many)
CYPHER 25
UNWIND $rows AS row
MATCH (node:Memory {scope: $scope, id: row.id})
USING INDEX SEEK node:Memory(scope, id)
// What was changed meanwhile is for the next page.
WHERE row.at IS NULL OR row.at = node.updated_at.epochMillis * 1000 + node.updated_at.microsecond % 1000
//?beside SET node.next_states = row.states, node.next_by = $by, node.next_at = row.at
//?in SET node.states = row.states
WITH node, row
//?beside CALL db.create.setNodeVectorProperty(node, 'next_embedding', row.vector)
//?in CALL db.create.setNodeVectorProperty(node, 'embedding', row.vector)
RETURN count(*) AS stored
