// Return the weakest memories of a kind below an importance, by hours since last use divided by number of uses.
// access: read
// scope: guarded
// param kind: as in memories/list
// param importance: only memories below this importance
// param limit: maximum number of results
// param now: datetime
// returns: id, text, importance, accesses (number of uses), hours (since the last use, else since creation); weakest first
CYPHER 25
MATCH (node:Kept)
WHERE node.scope = $scope AND node.kind = $kind AND node.at IS NOT NULL AND node.current = true
  AND coalesce(node.importance, 5) < $importance
WITH node, coalesce(node.access_count, 0) AS accesses,
  duration.inSeconds(coalesce(node.last_accessed, node.created_at), $now).seconds / 3600.0 AS hours
WITH node, accesses, hours, hours / CASE WHEN accesses = 0 THEN 1 ELSE 5 * accesses END AS faded
ORDER BY faded DESC, node.id LIMIT $limit
RETURN node.id AS id, node.text AS text, coalesce(node.importance, 5) AS importance, accesses, hours
ORDER BY faded DESC, id
