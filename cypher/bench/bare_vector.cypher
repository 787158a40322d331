// One filtered vector query that returns ids and scores: the baseline of the search benchmark.
// access: read
// scope: guarded
// param vector: the query's vector
// param kinds: kinds of memory
// param k: number of results
// returns: ids, scores
CYPHER 25
MATCH (node:Memory)
SEARCH node IN (
  VECTOR INDEX memory_embedding FOR $vector
  WHERE node.scope = $scope AND node.current = true AND node.kind IN $kinds
  LIMIT $k
) SCORE AS score
RETURN collect(node.id) AS ids, collect(score) AS scores
