// Record a change that was made by hand: what, when, why and by whom, without content.
// access: write
// scope: guarded
// param id: id of the record
// param what: what was done
// param by: who did it, or null
// param reason: why
// param ids: ids of what was changed; those that do not exist are ignored
// param now: datetime
// returns: id
CYPHER 25
MERGE (audit:Audit {scope: $scope, id: $id})
  ON CREATE SET audit.at = $now, audit.what = $what, audit.name = $what, audit.by = $by, audit.reason = $reason
WITH audit
CALL (audit) {
  UNWIND $ids AS id
  MATCH (node:Memory {scope: $scope, id: id})
  USING INDEX SEEK node:Memory(scope, id)
  MERGE (audit)-[:OF]->(node)
}
RETURN audit.id AS id
