// The entities whose names or descriptions match a text, by full text and by vector.
// access: read
// scope: guarded
// param query: Lucene query with its filters inside
// param vector: the text's vector; null matches nothing
// param limit: how many of each
// returns: one row of by_text and by_vector (lists of maps of entities, best first)
CYPHER 25
CALL () {
  CALL db.index.fulltext.queryNodes('memory_text', $query, {limit: $limit}) YIELD node, score
  WITH node, score WHERE node.scope = $scope AND node:Entity
  WITH node, score ORDER BY score DESC
  RETURN collect(node) AS by_text
}
CALL (by_text) {
  MATCH (node:Memory)
  SEARCH node IN (
    VECTOR INDEX memory_embedding FOR $vector
    WHERE node.scope = $scope AND node.current = true AND node.kind IN ['entity', 'person']
    LIMIT $limit
  ) SCORE AS score
  WITH node, score WHERE by_text IS NOT NULL ORDER BY score DESC
  RETURN collect(node) AS by_vector
}
RETURN [entity IN by_text | entity {.id, .name, .type, .aliases, .description, .mention_count, .first_seen, .last_seen, .importance}] AS by_text,
  [entity IN by_vector | entity {.id, .name, .type, .aliases, .description, .mention_count, .first_seen, .last_seen, .importance}] AS by_vector
