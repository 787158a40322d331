// Words: full-text search within a scope, best first (Lucene's syntax: tomato*, "green house", bread AND nuts).
// access: read
// scope: guarded
// param words: what to look for
// param limit: how many at most
// returns: score, kind, at, speaker, text, id
// first, in Browser: :param scope => 'demo'
// first, in Browser: :param words => 'tomatoes balcony'
// first, in Browser: :param limit => 10
CYPHER 25
// Each memory keeps its scope as the first token of `terms`, so that full text is filtered inside the index.
MATCH (any:Memory)
WHERE any.scope = $scope AND any.id IS NOT NULL
WITH split(any.terms, ' ')[0] AS token LIMIT 1
CALL db.index.fulltext.queryNodes('memory_text', '+terms:' + token + '^0 +text:(' + $words + ')', {limit: $limit})
  YIELD node, score
WHERE node.scope = $scope
RETURN score, node.kind AS kind, node.at AS at, node.speaker_name AS speaker, node.text AS text, node.id AS id
ORDER BY score DESC
