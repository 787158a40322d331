// Rename an entity; the old name stays as an alias.
// access: write
// scope: guarded
// param id: id of the entity
// param name: the new name
// param key: the name folded
// param terms: token of the scope
// param aliases: its other names
// param text: name, aliases and description
// param vector: of the name
// param audit: id of the audit record
// param before: the old name
// param by: who did it, or null
// param now: datetime
// returns: entity (a map)
CYPHER 25
MERGE (turn:Turn {scope: $scope})
SET turn.at = $now
WITH turn
MATCH (entity:Memory {scope: turn.scope, id: $id})
USING INDEX SEEK entity:Memory(scope, id)
SET entity.name = $name, entity.fixed = true, entity.aliases = $aliases, entity.text = $text, entity.updated_at = $now
MERGE (alias:Alias {scope: $scope, key: $key})
  ON CREATE SET alias.name = $name, alias.terms = $terms, alias.created_at = $now
MERGE (alias)-[:NAMES]->(entity)
MERGE (audit:Audit {scope: $scope, id: $audit})
  ON CREATE SET audit.at = $now, audit.what = 'rename', audit.reason = $before, audit.by = $by, audit.name = 'rename'
MERGE (audit)-[:OF]->(entity)
CALL (entity) {
  WITH entity WHERE $vector IS NOT NULL
  CALL db.create.setNodeVectorProperty(entity, 'embedding', $vector)
}
RETURN entity {.id, .name, .type, .aliases, .description, .mention_count, .first_seen, .last_seen, .importance} AS entity
