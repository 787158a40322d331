// Move the mentions of some events from an entity to another one, with the facts that have only these events as evidence.
// access: write
// scope: guarded
// param id: id of the entity
// param other: id of the other entity, which exists
// param events: ids of the events
// param audit: id of the audit record
// param reason: why
// param by: who did it, or null
// param now: datetime
// returns: moved (how many mentions), facts (ids of the facts that moved)
CYPHER 25
MATCH (entity:Memory {scope: $scope, id: $id})
USING INDEX SEEK entity:Memory(scope, id)
MATCH (other:Memory {scope: entity.scope, id: $other})
USING INDEX SEEK other:Memory(scope, id)
CALL (entity, other) {
  UNWIND $events AS id
  MATCH (event:Memory {scope: $scope, id: id})-[mention:MENTIONS]->(entity)
  USING INDEX SEEK event:Memory(scope, id)
  WITH event, mention, properties(mention) AS copied, EXISTS { (event)-[:MENTIONS]->(other) } AS both
  DELETE mention
  MERGE (event)-[moved_mention:MENTIONS]->(other)
    ON CREATE SET moved_mention = copied
  // An event that mentions both entities counted for both.
  RETURN count(*) AS moved, sum(CASE WHEN both THEN 0 ELSE 1 END) AS more
}
CALL (entity, other) {
  MATCH (fact:Fact)-[old:SUBJECT]->(entity)
  WHERE NOT EXISTS { MATCH (fact)-[:EVIDENCE]->(event:Event) WHERE NOT event.id IN $events } AND EXISTS { (fact)-[:EVIDENCE]->(:Event) }
  DELETE old
  CREATE (fact)-[:SUBJECT]->(other)
  SET fact.subject = other.id
  RETURN collect(fact.id) AS about
}
CALL (entity, other) {
  MATCH (fact:Fact)-[old:OBJECT]->(entity)
  WHERE NOT EXISTS { MATCH (fact)-[:EVIDENCE]->(event:Event) WHERE NOT event.id IN $events } AND EXISTS { (fact)-[:EVIDENCE]->(:Event) }
  DELETE old
  CREATE (fact)-[:OBJECT]->(other)
  SET fact.object = other.id, fact.object_key = other.id
  RETURN collect(fact.id) AS of
}
CALL (entity) {
  MATCH (entity)-[relation:RELATES_TO]-(:Entity)
  DELETE relation
}
SET entity.mention_count = entity.mention_count - moved, other.mention_count = other.mention_count + more,
    entity.updated_at = $now
MERGE (audit:Audit {scope: $scope, id: $audit})
  ON CREATE SET audit.at = $now, audit.what = 'split', audit.name = 'split', audit.reason = $reason, audit.by = $by
MERGE (audit)-[:OF]->(entity)
MERGE (audit)-[:OF]->(other)
RETURN moved, about + of AS facts
