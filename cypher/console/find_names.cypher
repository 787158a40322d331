// Find people and other entities by the beginnings of the words of their names, the most mentioned first; for the console.
// access: read
// scope: guarded
// param query: Lucene query on the index alias_name, which contains the scope
// param limit: the maximum number of names
// returns: id, name, kind, type, mentions, owner, accounts
CYPHER 25
CALL db.index.fulltext.queryNodes('alias_name', $query, {limit: 100}) YIELD node AS alias, score
WHERE alias.scope = $scope
MATCH (alias)-[:NAMES]->(entity:Entity)
WITH entity, max(score) AS score
RETURN entity.id AS id, entity.name AS name, entity.kind AS kind, entity.type AS type, coalesce(entity.mention_count, 0) AS mentions,
  coalesce(entity.owner, false) AS owner,
  COLLECT { MATCH (account:Identity)-[:IDENTIFIES]->(entity) RETURN account.name ORDER BY account.name LIMIT 3 } AS accounts
ORDER BY size(accounts) > 0 DESC, mentions DESC, score DESC, name LIMIT $limit
