// Replace the vectors of a page of memories by their next vectors, ordered by id.
// access: write
// scope: guarded
// param after: id after which the page begins
// param by: the model that they are of
// param limit: how many at most
// returns: last (id of the last, or null), switched (how many)
CYPHER 25
MATCH (node:Memory)
WHERE node.scope = $scope AND node.id > $after AND node.next_by = $by AND node.next_embedding IS NOT NULL
WITH node ORDER BY node.scope, node.id LIMIT $limit
SET node.states = node.next_states, node.next_states = null
WITH node
CALL db.create.setNodeVectorProperty(node, 'embedding', node.next_embedding)
SET node.next_embedding = null
RETURN max(node.id) AS last, count(*) AS switched
