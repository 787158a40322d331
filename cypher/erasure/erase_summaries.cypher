// Erase summaries of erased records: leaves are deleted and written again later, their ancestors are emptied until then.
// access: write
// scope: guarded
// param ids: ids of the summaries
// param subjects: ids of entities and topics whose leaves are erased too
// param sessions: ids of sessions whose leaves are erased too
// param extractive_version: version of the extractive writer, which reads only what it cites
// param now: datetime
// returns: leaves, branches (counts)
CYPHER 25
CALL () {
  CALL () {
    UNWIND $ids AS id
    MATCH (node:Memory {scope: $scope, id: id})
    USING INDEX SEEK node:Memory(scope, id)
    WHERE node:Summary
    RETURN node
    UNION
    UNWIND $subjects AS id
    MATCH (known:Memory {scope: $scope, id: id})<-[:SUMMARIZES]-(node:Summary)
    USING INDEX SEEK known:Memory(scope, id)
    RETURN node
    UNION
    UNWIND $sessions AS id
    MATCH (chat:Session {scope: $scope, id: id})<-[:SUMMARIZES]-(node:Summary)
    USING INDEX SEEK chat:Session(scope, id)
    RETURN node
  }
  RETURN [node IN collect(node) WHERE node.level = 0] AS leaves, [node IN collect(node) WHERE node.level > 0] AS above
}
CALL (leaves) {
  UNWIND leaves AS leaf
  MATCH (leaf)-[:PARENT]->+(node:Summary)
  WITH DISTINCT node
  RETURN collect(node) AS ancestors
}
CALL (leaves, ancestors) {
  UNWIND leaves AS leaf
  WITH leaf WHERE ancestors IS NOT NULL
  // Properties are removed first: index lookups in this transaction would otherwise still find the deleted node.
  SET leaf = {}
  DETACH DELETE leaf
  RETURN count(*) AS erased
}
CALL (above, ancestors, erased) {
  UNWIND ancestors + above AS node
  WITH DISTINCT node WHERE erased IS NOT NULL
  SET node.stale = coalesce(node.stale, 0) + 1, node.updated_at = $now
  WITH node WHERE node IN above OR coalesce(node.written_by, $extractive_version) <> $extractive_version
  SET node.text = '', node.sentences = [], node.cited = [], node.importances = [], node.current = false, node.terms = null, node.embedding = null, node.states = null
  WITH node
  OPTIONAL MATCH (node)-[rests:RESTS_ON]->()
  DELETE rests
  RETURN count(DISTINCT node) AS emptied
}
CALL (above, ancestors, emptied) {
  UNWIND ancestors + above AS node
  WITH DISTINCT node WHERE emptied IS NOT NULL AND NOT EXISTS { MATCH (node)<-[:PARENT]-+(below:Summary WHERE below.level = 0) }
  SET node = {}
  DETACH DELETE node
  RETURN count(*) AS deleted
}
RETURN erased AS leaves, emptied AS branches, deleted
