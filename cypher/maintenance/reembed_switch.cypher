// Put a page of next vectors into use, in the order of their ids.
// access: write
// scope: guarded
// param after: id behind which the page begins
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
