// Find memories by full text, where no vectors are available.
// access: read
// scope: guarded
// param query: Lucene query with its filters inside, see kg.graph.full_text
// param k: maximum number of results
// returns: node (a map), weight (BM25), sources (ids, oldest first), about (list of {id, name}); best first
CYPHER 25
CALL db.index.fulltext.queryNodes('memory_text', $query, {limit: $k}) YIELD node, score
// The query demands the scope's token; this would hold even if two scopes' tokens were the same.
WHERE node.scope = $scope AND node:Kept
WITH node, score ORDER BY score DESC, node.id
RETURN node {.*, embedding: null, states: null, terms: null} AS node, score AS weight,
  COLLECT { MATCH (node)-[:RESTS_ON]->(source:Memory) RETURN source.id ORDER BY source.at, source.id } AS sources,
  COLLECT { MATCH (node)-[:ABOUT]->(subject:Memory) RETURN {id: subject.id, name: subject.name} ORDER BY subject.id } AS about
