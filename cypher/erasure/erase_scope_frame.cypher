// Erase the other nodes of a scope (sessions, channels, identities, aliases, trust, usage, sleeps, the scope) and write the receipt.
// access: write
// scope: guarded
// param receipt: id of the receipt
// param now: datetime
// param what: what was requested
// param removed: list of "kind count"
// returns: sessions, channels, identities
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
  MATCH (node:Identity) WHERE node.scope = $scope AND node.platform IS NOT NULL AND node.platform_id IS NOT NULL
  DETACH DELETE node
  RETURN count(*) AS identities
}
CALL () {
  MATCH (node:Alias) WHERE node.scope = $scope AND node.key IS NOT NULL
  DETACH DELETE node
  RETURN count(*) AS aliases
}
CALL () {
  MATCH (node:Mark) WHERE node.scope = $scope AND node.id IS NOT NULL
  DETACH DELETE node
  RETURN count(*) AS marks
}
CALL () {
  MATCH (node:TrustEdge) WHERE node.scope = $scope AND node.id IS NOT NULL
  DETACH DELETE node
  RETURN count(*) AS trusts
}
CALL () {
  MATCH (node:Audit) WHERE node.scope = $scope AND node.id IS NOT NULL
  DETACH DELETE node
  RETURN count(*) AS audits
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
  MATCH (node:Turn {scope: $scope})
  DETACH DELETE node
  RETURN count(*) AS turns
}
CALL () {
  MATCH (node:TokenUsage) WHERE node.scope = $scope AND node.date IS NOT NULL AND node.model IS NOT NULL
  DETACH DELETE node
  RETURN count(*) AS lines
}
CALL () {
  MATCH (node:Scope {scope: $scope})
  DETACH DELETE node
  RETURN count(*) AS scopes
}
MERGE (written:Receipt {scope: $scope, id: $receipt})
  ON CREATE SET written.at = $now, written.what = $what, written.removed = $removed
RETURN sessions, channels, identities
