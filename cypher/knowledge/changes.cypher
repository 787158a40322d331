// List changes made by hand, marks on people and receipts of erasures, the newest first.
// access: read
// scope: guarded
// param limit: the maximum number of rows
// returns: id, at, what, by, reason, undone (whether it was undone), subjects (list of {id, kind, name}, at most five), count (of all subjects)
CYPHER 25
CALL () {
  MATCH (audit:Audit)
  USING INDEX SEEK audit:Audit(scope, id)
  WHERE audit.scope = $scope AND audit.id IS NOT NULL
  WITH audit ORDER BY audit.at DESC, audit.id LIMIT $limit
  // By its name: no statement of the schema creates the property, and a plan made before it exists would be discarded.
  RETURN audit.id AS id, audit.at AS at, audit.what AS what, audit.by AS by, audit.reason AS reason, 'undone_at' IN keys(audit) AS undone,
    COLLECT {
      MATCH (audit)-[:OF]->(node:Memory)
      RETURN {id: node.id, kind: node.kind, name: left(coalesce(node.text, node.name), 120)} ORDER BY node.id LIMIT 5
    } AS subjects, COUNT { (audit)-[:OF]->() } AS count
  UNION ALL
  MATCH (mark:Mark)
  USING INDEX SEEK mark:Mark(scope, id)
  WHERE mark.scope = $scope AND mark.id IS NOT NULL
  WITH mark ORDER BY mark.at DESC, mark.id LIMIT $limit
  RETURN mark.id AS id, mark.at AS at, mark.kind + ' mark' AS what, mark.by AS by, mark.reason AS reason, false AS undone,
    COLLECT {
      MATCH (mark)<-[:MARKED]-(:TrustEdge)-[:TO]->(person:Person)
      RETURN {id: person.id, kind: person.kind, name: person.name} LIMIT 1
    } AS subjects, 1 AS count
  UNION ALL
  MATCH (receipt:Receipt)
  USING INDEX SEEK receipt:Receipt(scope, id)
  WHERE receipt.scope = $scope AND receipt.id IS NOT NULL
  WITH receipt ORDER BY receipt.at DESC, receipt.id LIMIT $limit
  RETURN receipt.id AS id, receipt.at AS at, 'erased: ' + receipt.what AS what, null AS by, '' AS reason, false AS undone,
    [] AS subjects, 0 AS count
}
RETURN id, at, what, by, reason, undone, subjects, count ORDER BY at DESC, id LIMIT $limit
