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
// The same rule as for search candidates: a visible name, and a visible mention or message of theirs, or none at all. Owners are
// known to all.
WHERE coalesce(entity.owner, false) OR NOT EXISTS { (:Event)-[:MENTIONS|SAID_BY]->(entity) } OR EXISTS {
  MATCH (event:Event)-[:SAID_BY]->(entity)
  WHERE event.audience IN $audiences
} OR EXISTS {
  MATCH (event:Event)-[:MENTIONS]->(entity)
  WHERE event.quarantine IS NULL AND event.audience IN $audiences
}
MATCH (alias:Alias)-[naming:NAMES]->(entity)
WHERE naming.audiences IS NULL OR any(audience IN naming.audiences WHERE audience IN $audiences)
RETURN entity.id AS id, collect(alias.name) AS names
