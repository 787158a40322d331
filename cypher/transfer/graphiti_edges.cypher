// Return a page of the edges between entities of a graph of Graphiti, ordered by uuid.
// access: read
// scope: none — it reads the database of another program
// param after: uuid after which the page begins
// param limit: how many at most
// returns: row (a map)
CYPHER 5
MATCH (source:Entity)-[edge:RELATES_TO]->(target:Entity)
WHERE edge.uuid > $after
RETURN edge {.uuid, .name, .group_id, .fact, .episodes, .created_at, .expired_at, .valid_at, .invalid_at, .reference_time,
  source_node_uuid: source.uuid, target_node_uuid: target.uuid} AS row
ORDER BY edge.uuid LIMIT $limit
