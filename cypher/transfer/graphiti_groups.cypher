// Return the groups of a graph of Graphiti.
// access: read
// scope: none — it reads the database of another program
// returns: groups (list)
CYPHER 5
MATCH (:Entity)-[edge:RELATES_TO]->(:Entity)
RETURN collect(DISTINCT edge.group_id) AS groups
