// Remove the properties of a re-embedding from a page of memories, ordered by id.
// access: write
// scope: guarded
// param after: id after which the page begins
// param limit: how many at most
// returns: last (id of the last, or null)
CYPHER 25
MATCH (node:Memory)
WHERE node.scope = $scope AND node.id > $after AND node.next_by IS NOT NULL
WITH node ORDER BY node.scope, node.id LIMIT $limit
SET node.next_by = null, node.next_at = null, node.next_embedding = null, node.next_states = null
RETURN max(node.id) AS last
