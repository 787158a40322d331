// Full-text search within a scope, best matches first (Lucene syntax: tomato*, "green house", bread AND nuts).
// access: read
// scope: guarded
// param words: the search terms
// param limit: the maximum number of rows
// returns: score, kind, at, speaker, text, id
// first, in Browser: :param scope => 'demo'
// first, in Browser: :param words => 'tomatoes balcony'
// first, in Browser: :param limit => 10
CYPHER 25
// The scope of each memory is the first token of `terms`, so that the index filters by scope.
MATCH (any_memory:Memory)
WHERE any_memory.scope = $scope AND any_memory.id IS NOT NULL
WITH split(any_memory.terms, ' ')[0] AS token LIMIT 1
CALL db.index.fulltext.queryNodes('memory_text', '+terms:' + token + '^0 +text:(' + $words + ')', {limit: $limit})
  YIELD node, score
WHERE node.scope = $scope
RETURN score, node.kind AS kind, node.at AS at, node.speaker_name AS speaker, node.text AS text, node.id AS id
ORDER BY score DESC
