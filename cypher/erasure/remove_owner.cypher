// Let a scope know no longer that an account is an owner's, and its marks not who gave them.
// access: write
// scope: guarded
// param accounts: the accounts
// returns: owners (how many are left)
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
  // From the person: of notes there is no index, and a plan would begin with all of them.
  MATCH (person)<-[about:ABOUT]-()
  WITH startNode(about) AS note
  WHERE note:Note AND note.by IN $accounts
  SET note.by = null
  RETURN count(*) AS notes
}
MATCH (memory:Scope {scope: $scope})
SET memory.owners = [one IN coalesce(memory.owners, []) WHERE NOT one IN $accounts]
RETURN size(memory.owners) AS owners
