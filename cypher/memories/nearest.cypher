// Find the memories of one kind that are nearest in meaning to a question.
// access: read
// scope: guarded
// param kind: as in memories/list
// param vector: the question's vector
// param k: maximum number of results
// param audiences: (fragment audience) audience tokens of the reader
// returns: node (a map), score ((1+cosine)/2), sources (ids, oldest first), about (list of {id, name}); nearest first
CYPHER 25
MATCH (node:Memory)
SEARCH node IN (
  VECTOR INDEX memory_embedding FOR $vector
  WHERE node.scope = $scope AND node.kind = $kind AND node.current = true
    //?audience AND node.audience IN $audiences
  LIMIT $k
) SCORE AS score
WITH node, score ORDER BY score DESC, node.id
RETURN node {.*, embedding: null, states: null, terms: null} AS node, score,
  COLLECT { MATCH (node)-[:RESTS_ON]->(source:Memory) RETURN source.id ORDER BY source.at, source.id } AS sources,
  COLLECT { MATCH (node)-[:ABOUT]->(subject:Memory) RETURN {id: subject.id, name: subject.name} ORDER BY subject.id } AS about
