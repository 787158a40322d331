// Erase entities and persons with their accounts, names, trust, notes, ties, audit records and summaries.
// access: write
// scope: guarded
// param ids: their ids
// returns: kinds (the kind of each), dependents (ids of memories with them as source or subject), identities, notes, trusts, marks, audits (counts)
CYPHER 25
CALL () {
  UNWIND $ids AS id
  MATCH (entity:Memory {scope: $scope, id: id})
  USING INDEX SEEK entity:Memory(scope, id)
  RETURN collect(entity) AS entities
}
CALL (entities) {
  UNWIND entities AS entity
  MATCH (entity)<-[:RESTS_ON|ABOUT|SUMMARIZES]-(dependent:Kept)
  RETURN collect(DISTINCT dependent.id) AS dependents
}
CALL (entities, dependents) {
  UNWIND entities AS entity
  MATCH (alias:Alias)-[:NAMES]->(entity)
  WHERE dependents IS NOT NULL AND NOT EXISTS { MATCH (alias)-[:NAMES]->(other:Memory) WHERE NOT other.id IN $ids }
  WITH DISTINCT alias
  DETACH DELETE alias
  RETURN count(*) AS aliases
}
CALL (entities, aliases) {
  UNWIND entities AS entity
  MATCH (account:Identity)-[:IDENTIFIES]->(entity)
  WHERE aliases IS NOT NULL
  DETACH DELETE account
  RETURN count(*) AS identities
}
CALL (entities, identities) {
  UNWIND entities AS entity
  MATCH (note:Note)-[:ABOUT]->(entity)
  WHERE identities IS NOT NULL
  DETACH DELETE note
  RETURN count(*) AS notes
}
CALL (entities, notes) {
  UNWIND entities AS entity
  MATCH (entity)-[:TO|EXTENDS]-(edge:TrustEdge)
  // Other trust edges of the memory are connected to its owners as well.
  WHERE notes IS NOT NULL AND (edge.truster IN $ids OR edge.trustee IN $ids)
  WITH DISTINCT edge
  OPTIONAL MATCH (edge)-[:MARKED]->(mark:Mark)
  WITH edge, collect(mark) AS marks
  FOREACH (mark IN marks | DETACH DELETE mark)
  WITH edge, size(marks) AS count
  DETACH DELETE edge
  RETURN count(*) AS trusts, sum(count) AS marks
}
CALL (entities, trusts) {
  UNWIND entities AS entity
  MATCH (audit:Audit)-[:OF]->(entity)
  WHERE trusts IS NOT NULL
  WITH DISTINCT audit
  DETACH DELETE audit
  RETURN count(*) AS audits
}
CALL (entities, audits) {
  UNWIND entities AS entity
  WITH entity, entity.kind AS kind WHERE audits IS NOT NULL
  // Properties are removed first: index lookups in this transaction would otherwise still find the deleted node.
  SET entity = {}
  DETACH DELETE entity
  RETURN collect(kind) AS kinds
}
RETURN kinds, dependents, identities, notes, trusts, marks, audits
