// A page of the memories whose vector is to be made anew, in the order of their ids.
// access: read
// scope: guarded
// choose: model, missing
// param after: id behind which the page begins
// param by: (fragment model) the model that they are to have: those whose next vector is not of it, or of what they said before
// param dimension: (fragment missing) length of the scope's vectors: those that have none of that length, though they are to be found
// param by_name: kinds of which the name is embedded, and of everything else the text
// param limit: how many at most
// returns: id, text (what the vector is made of), late (whether it has token states), at (when it was changed last, microseconds since 1970)
CYPHER 25
MATCH (node:Memory)
WHERE node.scope = $scope AND node.id > $after
  //?model AND node.embedding IS NOT NULL AND (node.next_by IS NULL OR node.next_by <> $by OR node.next_at < node.updated_at.epochMillis * 1000 + node.updated_at.microsecond % 1000)
  //?missing AND (node.embedding IS NULL AND node.digested_at IS NOT NULL AND node.status = 'complete' AND NOT EXISTS { (node)-[:HAS_PASSAGE]->() }
  //?missing   OR node.embedding IS NULL AND node.kind IN ['passage', 'fact', 'entity'] AND node.text <> '' AND node.terms IS NOT NULL
  //?missing   OR node.embedding IS NOT NULL AND size(node.embedding) <> $dimension)
RETURN node.id AS id, CASE WHEN node.kind IN $by_name THEN node.name ELSE node.text END AS text,
  NOT node.kind IN $by_name AS late, node.updated_at.epochMillis * 1000 + node.updated_at.microsecond % 1000 AS at
ORDER BY node.scope, node.id LIMIT $limit
