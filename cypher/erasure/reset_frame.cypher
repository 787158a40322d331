// Erase sessions, channels, sleep runs and proposals of a scope, and write the receipt.
// access: write
// scope: guarded
// param receipt: id of the receipt
// param now: datetime
// param what: what was reset
// param removed: list of "kind count"
// returns: sessions, channels
CYPHER 25
CALL () {
  MATCH (node:Session) WHERE node.scope = $scope AND node.id IS NOT NULL
  DETACH DELETE node
  RETURN count(*) AS sessions
}
CALL () {
  MATCH (node:Channel) WHERE node.scope = $scope AND node.id IS NOT NULL
  DETACH DELETE node
  RETURN count(*) AS channels
}
CALL () {
  MATCH (node:SleepRun) WHERE node.scope = $scope AND node.id IS NOT NULL
  DETACH DELETE node
  RETURN count(*) AS sleeps
}
CALL () {
  MATCH (node:Proposals) WHERE node.scope = $scope AND node.date IS NOT NULL
  DETACH DELETE node
  RETURN count(*) AS proposed
}
CALL () {
  MATCH (node:Mark) WHERE node.scope = $scope AND node.id IS NOT NULL AND node.event IS NOT NULL
  SET node.event = null
  RETURN count(*) AS marks
}
CALL () {
  MATCH (node:Audit) WHERE node.scope = $scope AND node.id IS NOT NULL AND NOT EXISTS { (node)-[:OF]->() }
  DETACH DELETE node
  RETURN count(*) AS audits
}
MERGE (written:Receipt {scope: $scope, id: $receipt})
  ON CREATE SET written.at = $now, written.what = $what, written.removed = $removed
RETURN sessions, channels
