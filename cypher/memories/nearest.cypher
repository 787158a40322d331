// What is kept of one kind and means most nearly the same as a question.
// access: read
// scope: guarded
// param kind: as in memories/list
// param vector: the question's vector
// param k: how many at most
// param audiences: (fragment audience) tokens of who may see
// returns: node (a map), meaning ((1+cosine)/2), sources (ids, oldest first), about (list of {id, name}); nearest first
CYPHER 25
MATCH (node:Memory)
SEARCH node IN (
  VECTOR INDEX memory_embedding FOR $vector
  WHERE node.scope = $scope AND node.kind = $kind AND node.current = true
    //?audience AND node.audience IN $audiences
  LIMIT $k
) SCORE AS meaning
WITH node, meaning ORDER BY meaning DESC, node.id
RETURN node {.*, embedding: null, states: null, terms: null} AS node, meaning,
  COLLECT { MATCH (node)-[:RESTS_ON]->(source:Memory) RETURN source.id ORDER BY source.at, source.id } AS sources,
  COLLECT { MATCH (node)-[:ABOUT]->(whom:Memory) RETURN {id: whom.id, name: whom.name} ORDER BY whom.id } AS about
