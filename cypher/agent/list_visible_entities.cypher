// Which of these entities may be told of to these audiences, and the names by which they may.
// access: read
// scope: guarded
// param ids: ids of entities
// param audiences: tokens of who may see
// returns: id, names (as they are written)
CYPHER 25
UNWIND $ids AS id
MATCH (entity:Memory {scope: $scope, id: id})
USING INDEX SEEK entity:Memory(scope, id)
// As candidates of a search have it: a name that may be known, and a mention that may, or an account.
WHERE NOT EXISTS { (:Event)-[:MENTIONS]->(entity) } OR EXISTS { (:Identity)-[:IDENTIFIES]->(entity) } OR EXISTS {
  MATCH (event:Event)-[:MENTIONS]->(entity)
  WHERE event.quarantine IS NULL AND event.audience IN $audiences
}
MATCH (alias:Alias)-[names:NAMES]->(entity)
WHERE names.audiences IS NULL OR any(one IN names.audiences WHERE one IN $audiences)
RETURN entity.id AS id, collect(alias.name) AS names
