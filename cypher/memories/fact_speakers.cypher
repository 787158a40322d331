// Return who states facts, with which authority.
// access: read
// scope: guarded
// param ids: ids of facts
// param credible_tiers: tiers whose statements are believed
// returns: id, text, speakers (list of [authority, own, account, name, role], those with the most authority first)
CYPHER 25
UNWIND $ids AS id
MATCH (fact:Memory {scope: $scope, id: id})
USING INDEX SEEK fact:Memory(scope, id)
RETURN fact.id AS id, fact.text AS text, COLLECT {
  MATCH (fact)-[evidence:EVIDENCE]->(event:Event)
  WHERE evidence.quarantine IS NULL AND coalesce(evidence.void, false) = false
  WITH evidence, event
//+ knowledge/most_authoritative
  LIMIT 20
  RETURN DISTINCT [evidence.authority, evidence.own, event.speaker, event.speaker_name, event.role]
} AS speakers
