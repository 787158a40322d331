// Erase nodes with their edges.
// access: write
// scope: guarded
// param ids: their ids
// returns: kinds (the kind of each), dependents (ids of memories with them as source)
CYPHER 25
CALL () {
  UNWIND $ids AS id
  MATCH (node:Memory {scope: $scope, id: id})
  USING INDEX SEEK node:Memory(scope, id)
  RETURN collect(node) AS nodes
}
CALL (nodes) {
  UNWIND nodes AS node
  MATCH (node)<-[:RESTS_ON|SUMMARIZES]-(dependent:Memory)
  WHERE NOT dependent.id IN $ids
  RETURN collect(DISTINCT dependent.id) AS dependents
}
CALL (nodes, dependents) {
  UNWIND nodes AS node
  MATCH (node)<-[:OF]-(audit:Audit)
  WHERE dependents IS NOT NULL AND NOT EXISTS { MATCH (audit)-[:OF]->(other:Memory) WHERE NOT other.id IN $ids }
  WITH DISTINCT audit
  DETACH DELETE audit
  RETURN count(*) AS audits
}
CALL (nodes, audits) {
  UNWIND nodes AS node
  WITH node, node.kind AS kind WHERE audits IS NOT NULL
  // Properties are removed first: index lookups in this transaction would otherwise still find the deleted node.
  SET node = {}
  DETACH DELETE node
  RETURN collect(kind) AS kinds
}
RETURN kinds, dependents
