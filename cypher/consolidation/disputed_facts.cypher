// Count the facts in doubt.
// access: read
// scope: guarded
// returns: contested, claimed, quarantined (counts)
CYPHER 25
RETURN
  COUNT { MATCH (fact:Fact) WHERE fact.scope = $scope AND fact.status = 'contested' AND fact.recorded_at IS NOT NULL } AS contested,
  COUNT { MATCH (fact:Fact) WHERE fact.scope = $scope AND fact.status = 'claimed' AND fact.recorded_at IS NOT NULL } AS claimed,
  COUNT { MATCH (fact:Fact) WHERE fact.scope = $scope AND fact.status = 'quarantined' AND fact.recorded_at IS NOT NULL } AS quarantined
