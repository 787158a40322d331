// Find the entities that imported ones may be: the persons of accounts, and the entities of names, with all that an update needs.
// access: read
// scope: guarded
// param names: list of {n, key, platform and platform_id (of an account, or null)}
// returns: n, entity (a map)
CYPHER 25
UNWIND $names AS row
CALL (row) {
  MATCH (identity:Identity {scope: $scope, platform: row.platform, platform_id: row.platform_id})-[:IDENTIFIES]->(entity:Entity)
  USING INDEX SEEK identity:Identity(scope, platform, platform_id)
  RETURN entity
  UNION
  MATCH (alias:Alias {scope: $scope, key: row.key})-[:NAMES]->(entity:Entity)
  USING INDEX SEEK alias:Alias(scope, key)
  WHERE row.platform IS NULL
  RETURN entity
}
// All properties, since some of them may not exist in the database yet.
RETURN row.n AS n, entity {.*, embedding: null, states: null, seen: entity.last_seen, embedded: entity.embedding IS NOT NULL, spoken_in: [], neighbours: [],
  keys: COLLECT { MATCH (alias:Alias)-[names:NAMES]->(entity) RETURN [alias.key, names.audiences] LIMIT 50 },
  identities: COLLECT { MATCH (identity:Identity)-[:IDENTIFIES]->(entity) RETURN identity.name }} AS entity
