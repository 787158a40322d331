// The most mentioned entities, of one type or of all.
// access: read
// scope: guarded
// param limit: how many at most
// param type: (fragment type) person, org, place, project, tool, concept, event, product or other
// returns: entity (a map)
CYPHER 25
MATCH (entity:Entity)
WHERE entity.scope = $scope AND entity.mention_count >= 0
  //?type AND entity.type = $type
// In the order of the index, which is read from its end and only as far as needed.
WITH entity ORDER BY entity.scope DESC,
  //?type entity.type DESC,
  entity.mention_count DESC, entity.name, entity.id LIMIT $limit
RETURN entity {.id, .name, .type, .aliases, .description, .mention_count, .first_seen, .last_seen, .importance} AS entity
