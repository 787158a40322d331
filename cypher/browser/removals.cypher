// Removals: memories that were archived, with reasons, and receipts of erasures, which hold no content; the newest first.
// access: read
// scope: guarded
// param limit: the maximum number of rows
// returns: at, what, why, count, examples, id
// first, in Browser: :param scope => 'demo'
// first, in Browser: :param limit => 25
CYPHER 25
CALL () {
  MATCH (audit:Audit)
  USING INDEX SEEK audit:Audit(scope, id)
  WHERE audit.scope = $scope AND audit.id IS NOT NULL
  MATCH (audit)-[:OF]->(kept:Kept)
  WITH audit, kept ORDER BY kept.kind, kept.name
  RETURN audit.at AS at, audit.what AS what, audit.reason AS why, count(kept) AS count,
    collect(kept.kind + ': ' + left(kept.text, 80))[..5] AS examples, audit.id AS id
  UNION ALL
  MATCH (receipt:Receipt)
  USING INDEX SEEK receipt:Receipt(scope, id)
  WHERE receipt.scope = $scope AND receipt.id IS NOT NULL
  RETURN receipt.at AS at, 'erased: ' + receipt.what AS what, null AS why, null AS count, [receipt.removed] AS examples, receipt.id AS id
}
RETURN datetime.truncate('second', at) AS at, what, why, count, examples, id ORDER BY at DESC, id LIMIT $limit
