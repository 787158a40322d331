// The relations of an entity, strongest first.
// access: read
// scope: guarded
// param id: id of the entity
// param least: strength of the weakest
// param limit: how many at most
// param type: (fragment type) professional, financial, social, technical or other
// returns: relation (a map), source, target (names), source_id, target_id
CYPHER 25
MATCH (entity:Memory {scope: $scope, id: $id})-[relation:RELATES_TO]-(other:Entity)
USING INDEX SEEK entity:Memory(scope, id)
WHERE relation.strength >= $least
  //?type AND relation.type = $type
WITH DISTINCT relation ORDER BY relation.strength DESC, relation.last_seen DESC, relation.predicate LIMIT $limit
RETURN relation {.predicate, .type, .strength, .first_seen, .last_seen, .facts} AS relation,
  startNode(relation).name AS source, endNode(relation).name AS target, startNode(relation).id AS source_id, endNode(relation).id AS target_id
