// Return a page of the episodes of a graph of Graphiti, ordered by uuid.
// access: read
// scope: none — it reads the database of another program
// param after: uuid after which the page begins
// param limit: how many at most
// returns: row (a map)
CYPHER 5
MATCH (episode:Episodic)
WHERE episode.uuid > $after
RETURN episode {.uuid, .name, .group_id, .source, .source_description, .content, .valid_at, .created_at} AS row
ORDER BY episode.uuid LIMIT $limit
