// List the entities that are visible to some audiences, with their visible names.
// access: read
// scope: guarded
// param ids: ids of entities
// param audiences: the audiences of the reader
// returns: id, names (as written)
CYPHER 25
UNWIND $ids AS id
MATCH (entity:Memory {scope: $scope, id: id})
USING INDEX SEEK entity:Memory(scope, id)
// The same rule as for search candidates: a visible name, and a visible mention or an account.
WHERE NOT EXISTS { (:Event)-[:MENTIONS]->(entity) } OR EXISTS { (:Identity)-[:IDENTIFIES]->(entity) } OR EXISTS {
  MATCH (event:Event)-[:MENTIONS]->(entity)
  WHERE event.quarantine IS NULL AND event.audience IN $audiences
}
MATCH (alias:Alias)-[naming:NAMES]->(entity)
WHERE naming.audiences IS NULL OR any(audience IN naming.audiences WHERE audience IN $audiences)
RETURN entity.id AS id, collect(alias.name) AS names
