// Bring back what a record says was put out of sight, once; what was kept anew meanwhile stays as it is.
// access: write
// scope: guarded
// param receipt: id of the record
// param now: datetime
// returns: what (was undone), kinds (the kind of each that came back); no row where there is no such record, or it was undone
CYPHER 25
MATCH (audit:Audit {scope: $scope, id: $receipt})
WHERE audit.undone_at IS NULL AND EXISTS { (audit)-[:OF]->(:Kept) }
SET audit.undone_at = $now
WITH audit
CALL (audit) {
  MATCH (audit)-[:OF]->(node:Kept)
  WHERE node.archived_at IS NOT NULL
  SET node.current = true, node.terms = node.archived_terms, node.updated_at = $now
  SET node.archived_at = null, node.archived_terms = null
  RETURN collect(node.kind) AS kinds
}
RETURN audit.what AS what, kinds
