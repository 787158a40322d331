// Remove accounts from the owners of a scope, and from the authors of marks, audit records and notes.
// access: write
// scope: guarded
// param accounts: the accounts
// returns: owners (number of remaining owners)
CYPHER 25
CALL () {
  MATCH (mark:Mark)
  WHERE mark.scope = $scope AND mark.id IS NOT NULL AND mark.by IN $accounts
  SET mark.by = null
  RETURN count(*) AS marks
}
CALL () {
  MATCH (audit:Audit)
  WHERE audit.scope = $scope AND audit.id IS NOT NULL AND audit.by IN $accounts
  SET audit.by = null
  RETURN count(*) AS audits
}
CALL () {
  MATCH (person:Person)
  WHERE person.scope = $scope AND person.last_seen IS NOT NULL
  // Matched from the person: notes have no index, and the planner would otherwise scan them all.
  MATCH (person)<-[about:ABOUT]-()
  WITH startNode(about) AS note
  WHERE note:Note AND note.by IN $accounts
  SET note.by = null
  RETURN count(*) AS notes
}
MATCH (memory:Scope {scope: $scope})
SET memory.owners = [one IN coalesce(memory.owners, []) WHERE NOT one IN $accounts]
RETURN size(memory.owners) AS owners
