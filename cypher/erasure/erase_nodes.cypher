// Erase nodes with their edges.
// access: write
// scope: guarded
// param ids: their ids
// returns: kinds (the kind of each), kept (ids of what rested on them)
CYPHER 25
CALL () {
  UNWIND $ids AS id
  MATCH (node:Memory {scope: $scope, id: id})
  USING INDEX SEEK node:Memory(scope, id)
  RETURN collect(node) AS nodes
}
CALL (nodes) {
  UNWIND nodes AS node
  MATCH (node)<-[:RESTS_ON|SUMMARIZES]-(kept:Memory)
  WHERE NOT kept.id IN $ids
  RETURN collect(DISTINCT kept.id) AS kept
}
CALL (nodes, kept) {
  UNWIND nodes AS node
  MATCH (node)<-[:OF]-(audit:Audit)
  WHERE kept IS NOT NULL AND NOT EXISTS { MATCH (audit)-[:OF]->(other:Memory) WHERE NOT other.id IN $ids }
  WITH DISTINCT audit
  DETACH DELETE audit
  RETURN count(*) AS audits
}
CALL (nodes, audits) {
  UNWIND nodes AS node
  WITH node, node.kind AS kind WHERE audits IS NOT NULL
  // A server that finds nodes by what was changed in this transaction finds what was deleted since: first the properties go.
  SET node = {}
  DETACH DELETE node
  RETURN collect(kind) AS kinds
}
RETURN kinds, kept
