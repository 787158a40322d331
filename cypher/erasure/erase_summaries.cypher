// Take summaries out of the tree that told of what is gone: leaves go and are written anew, what stands above them says nothing until then.
// access: write
// scope: guarded
// param ids: ids of the summaries
// param named: ids of entities and topics whose leaves go too
// param sessions: ids of sessions whose leaves go too
// param plain: what writes them without a language model: what it did not cite it did not read
// param now: datetime
// returns: leaves, branches (how many)
CYPHER 25
CALL () {
  CALL () {
    UNWIND $ids AS id
    MATCH (node:Memory {scope: $scope, id: id})
    USING INDEX SEEK node:Memory(scope, id)
    WHERE node:Summary
    RETURN node
    UNION
    UNWIND $named AS id
    MATCH (:Memory {scope: $scope, id: id})<-[:SUMMARIZES]-(node:Summary)
    RETURN node
    UNION
    UNWIND $sessions AS id
    MATCH (:Session {scope: $scope, id: id})<-[:SUMMARIZES]-(node:Summary)
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
  // A server that finds nodes by what was changed in this transaction finds what was deleted since: first the properties go.
  SET leaf = {}
  DETACH DELETE leaf
  RETURN count(*) AS gone
}
CALL (above, ancestors, gone) {
  UNWIND ancestors + above AS node
  WITH DISTINCT node WHERE gone IS NOT NULL
  SET node.stale = coalesce(node.stale, 0) + 1, node.updated_at = $now
  WITH node WHERE node IN above OR coalesce(node.written_by, $plain) <> $plain
  SET node.text = '', node.sentences = [], node.cited = [], node.current = false, node.terms = null, node.embedding = null, node.states = null
  WITH node
  OPTIONAL MATCH (node)-[rests:RESTS_ON]->()
  DELETE rests
  RETURN count(DISTINCT node) AS blank
}
CALL (above, ancestors, blank) {
  UNWIND ancestors + above AS node
  WITH DISTINCT node WHERE blank IS NOT NULL AND NOT EXISTS { MATCH (node)<-[:PARENT]-+(below:Summary WHERE below.level = 0) }
  SET node = {}
  DETACH DELETE node
  RETURN count(*) AS bare
}
RETURN gone AS leaves, blank AS branches, bare
