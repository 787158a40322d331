// Return who states facts, with which authority.
// access: read
// scope: guarded
// param ids: ids of facts
// returns: id, text, speakers (list of [authority, own, account, name, role])
CYPHER 25
UNWIND $ids AS id
MATCH (fact:Memory {scope: $scope, id: id})
USING INDEX SEEK fact:Memory(scope, id)
RETURN fact.id AS id, fact.text AS text, COLLECT {
  MATCH (fact)-[said:EVIDENCE]->(event:Event)
  WHERE said.quarantine IS NULL AND coalesce(said.void, false) = false
  RETURN DISTINCT [said.authority, said.own, event.speaker, event.speaker_name, event.role] LIMIT 20
} AS speakers
