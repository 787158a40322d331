// The entities whose names or descriptions fit a text, by words and by meaning.
// access: read
// scope: guarded
// param query: Lucene query with its filters inside
// param vector: the text's vector; null where there is none, which finds nothing
// param limit: how many of each
// returns: one row of worded and near (lists of maps of entities, best first)
CYPHER 25
CALL () {
  CALL db.index.fulltext.queryNodes('memory_text', $query, {limit: $limit}) YIELD node, score
  WITH node, score WHERE node.scope = $scope AND node:Entity
  WITH node, score ORDER BY score DESC
  RETURN collect(node) AS worded
}
CALL (worded) {
  MATCH (node:Memory)
  SEARCH node IN (
    VECTOR INDEX memory_embedding FOR $vector
    WHERE node.scope = $scope AND node.current = true AND node.kind IN ['entity', 'person']
    LIMIT $limit
  ) SCORE AS score
  WITH node, score WHERE worded IS NOT NULL ORDER BY score DESC
  RETURN collect(node) AS near
}
RETURN [entity IN worded | entity {.id, .name, .type, .aliases, .description, .mention_count, .first_seen, .last_seen, .importance}] AS worded,
  [entity IN near | entity {.id, .name, .type, .aliases, .description, .mention_count, .first_seen, .last_seen, .importance}] AS near
