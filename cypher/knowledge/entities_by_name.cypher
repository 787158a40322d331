// The entities that a name or an id may mean: of exactly this name, and of names that share a word with it.
// access: read
// scope: guarded
// param id: the text as an id
// param key: the text as a folded name
// param query: Lucene over aliases
// returns: one row of equal and similar (lists of maps of entities)
CYPHER 25
CALL () {
  MATCH (entity:Memory {scope: $scope, id: $id})
  USING INDEX SEEK entity:Memory(scope, id)
  WHERE entity:Entity
  RETURN entity
  UNION
  MATCH (alias:Alias {scope: $scope, key: $key})-[:NAMES]->(entity:Entity)
  USING INDEX SEEK alias:Alias(scope, key)
  RETURN entity
}
WITH collect(entity) AS equal
CALL (equal) {
  CALL db.index.fulltext.queryNodes('alias_name', $query, {limit: 20}) YIELD node, score
  WITH node WHERE node.scope = $scope AND size(equal) = 0
  MATCH (node)-[:NAMES]->(entity:Entity)
  RETURN collect(DISTINCT entity) AS similar
}
RETURN [entity IN equal | entity {.id, .name, .type, .aliases, .description, .mention_count, .first_seen, .last_seen, .importance}] AS equal,
  [entity IN similar | entity {.id, .name, .type, .aliases, .description, .mention_count, .first_seen, .last_seen, .importance,
    keys: COLLECT { MATCH (alias:Alias)-[:NAMES]->(entity) RETURN alias.key LIMIT 50 }}] AS similar
