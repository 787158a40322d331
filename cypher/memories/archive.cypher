// Put kept things out of sight, whole, with a record that can bring them back.
// access: write
// scope: guarded
// param ids: their ids
// param receipt: id of the record
// param what: what was done, as "prune"
// param reason: why
// param now: datetime
// returns: kinds (the kind of each)
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
