// Archive memories, with an audit record that can restore them.
// access: write
// scope: guarded
// param ids: ids of the memories
// param receipt: id of the audit record
// param what: the operation, as "prune"
// param reason: why
// param now: datetime
// returns: kinds (the kind of each archived memory)
CYPHER 25
MERGE (audit:Audit {scope: $scope, id: $receipt})
  ON CREATE SET audit.at = $now, audit.what = $what, audit.name = $what, audit.reason = $reason
WITH audit
UNWIND $ids AS id
MATCH (node:Memory {scope: $scope, id: id})
USING INDEX SEEK node:Memory(scope, id)
WHERE node:Kept AND (node.archived_at IS NULL OR EXISTS { (audit)-[:OF]->(node) })
MERGE (audit)-[:OF]->(node)
SET node.current = false, node.archived_at = $now, node.updated_at = $now,
    node.archived_terms = coalesce(node.archived_terms, node.terms), node.terms = null
RETURN collect(node.kind) AS kinds
