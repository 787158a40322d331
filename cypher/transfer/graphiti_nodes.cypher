// Return a page of the entities of a graph of Graphiti, ordered by uuid.
// access: read
// scope: none — it reads the database of another program
// param after: uuid after which the page begins
// param limit: how many at most
// returns: row (a map)
CYPHER 5
MATCH (node:Entity)
WHERE node.uuid > $after
RETURN node {.uuid, .name, .group_id, .summary, .created_at, labels: labels(node)} AS row
ORDER BY node.uuid LIMIT $limit
