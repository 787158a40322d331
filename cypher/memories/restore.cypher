// Restore the memories archived under an audit record, once. Memories that were written again since then are left unchanged.
// access: write
// scope: guarded
// param receipt: id of the audit record
// param now: datetime
// returns: what (the operation undone), kinds (the kind of each restored memory); no row if there is no such record or it is undone
CYPHER 25
MATCH (audit:Audit {scope: $scope, id: $receipt})
WHERE audit.undone_at IS NULL AND EXISTS { (audit)-[:OF]->(:Kept) }
SET audit.undone_at = $now
WITH audit
CALL (audit) {
  MATCH (audit)-[:OF]->(node:Kept)
  WHERE node.archived_at IS NOT NULL
  // Only approved procedures are found.
  SET node.current = node.kind <> 'procedure' OR node.status = 'approved', node.terms = node.archived_terms, node.updated_at = $now
  SET node.archived_at = null, node.archived_terms = null
  RETURN collect(node.kind) AS kinds
}
RETURN audit.what AS what, kinds
