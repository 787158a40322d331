// List some entities with their properties and the relations between them; for a picture.
// access: read
// scope: guarded
// param ids: ids of entities
// param owners: accounts of the owners
// param audiences: (fragment audience) the audiences of the viewer
// param until: (fragment until) datetime, exclusive: only what is older
// returns: id, name, type, owner, mentions, first_seen, last_seen, relations (list of {other (id), predicate, strength, first_seen})
CYPHER 25
UNWIND $ids AS id
MATCH (entity:Memory {scope: $scope, id: id})
USING INDEX SEEK entity:Memory(scope, id)
WHERE entity:Entity
WITH DISTINCT entity
RETURN entity.id AS id, entity.name AS name, coalesce(entity.type, 'other') AS type,
  coalesce(entity.owner, false) OR EXISTS {
    MATCH (account:Identity)-[:IDENTIFIES]->(entity) WHERE account.name IN $owners
  } AS owner,
  coalesce(entity.mention_count, 0) AS mentions, entity.first_seen AS first_seen, entity.last_seen AS last_seen,
  COLLECT {
    MATCH (entity)-[relation:RELATES_TO]->(other:Entity)
    WHERE other.id IN $ids
      //?audience AND relation.audience IN $audiences
      //?until AND coalesce(relation.first_seen, datetime({year: 1})) < $until
    RETURN {other: other.id, predicate: relation.predicate, strength: relation.strength, first_seen: relation.first_seen}
    ORDER BY relation.strength DESC, other.id LIMIT 100
  } AS relations
