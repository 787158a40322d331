// List the facts about an entity, and the tombstones of entities merged into it.
// access: read
// scope: guarded
// param id: id of the entity
// returns: facts (list of {id, subject, predicate, filed}), merged (ids of the tombstones)
CYPHER 25
MATCH (entity:Memory {scope: $scope, id: $id})
USING INDEX SEEK entity:Memory(scope, id)
RETURN COLLECT {
    MATCH (entity)<-[:SUBJECT|OBJECT]-(fact:Memory)
    WITH DISTINCT fact
    RETURN fact {.id, .subject, .predicate, .filed}
  } AS facts,
  COLLECT { MATCH (entity)<-[:MERGED_INTO]-(merged:Memory) RETURN DISTINCT merged.id } AS merged
