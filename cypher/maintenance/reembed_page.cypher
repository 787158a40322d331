// Return a page of the memories that need a new vector, ordered by id.
// access: read
// scope: guarded
// choose: model, missing
// param after: id after which the page begins
// param by: (fragment model) the new model; selects memories whose next vector is of another model or of an older text
// param dimension: (fragment missing) length of the scope's vectors; selects searchable memories without a vector of that length
// param by_name: kinds whose name is embedded; of all other kinds the text is
// param limit: how many at most
// returns: id, text (what the vector is made of), late (whether it has token states), at (when it was changed last, microseconds since 1970)
CYPHER 25
MATCH (node:Memory)
WHERE node.scope = $scope AND node.id > $after
  //?model AND node.embedding IS NOT NULL AND (node.next_by IS NULL OR node.next_by <> $by OR node.next_at < node.updated_at.epochMillis * 1000 + node.updated_at.microsecond % 1000)
  //?missing AND (node.embedding IS NULL AND node.digested_at IS NOT NULL AND node.status = 'complete' AND NOT EXISTS { (node)-[:HAS_PASSAGE]->() }
  //?missing   OR node.embedding IS NULL AND node.kind IN ['passage', 'fact', 'entity'] AND node.text <> '' AND node.terms IS NOT NULL
  //?missing   OR node.embedding IS NOT NULL AND size(node.embedding) <> $dimension)
RETURN node.id AS id, CASE WHEN node.kind IN $by_name THEN node.name
    WHEN node.kind = 'fact' AND node.key <> '' AND node.category <> '' THEN node.key + ' (' + node.category + '): ' + node.text ELSE node.text END AS text,
  NOT node.kind IN $by_name AS late, node.updated_at.epochMillis * 1000 + node.updated_at.microsecond % 1000 AS at
ORDER BY node.scope, node.id LIMIT $limit
