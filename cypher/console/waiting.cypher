// Count what waits for a decision, up to a limit each; for the console.
// access: read
// scope: guarded
// param limit: the number up to which is counted
// returns: contested, claimed (facts), procedures (proposed ones)
CYPHER 25
RETURN COUNT {
    MATCH (fact:Fact)
    WHERE fact.scope = $scope AND fact.status = 'contested' AND fact.recorded_at IS NOT NULL
    RETURN fact LIMIT $limit
  } AS contested,
  COUNT {
    MATCH (fact:Fact)
    WHERE fact.scope = $scope AND fact.status = 'claimed' AND fact.recorded_at IS NOT NULL
    RETURN fact LIMIT $limit
  } AS claimed,
  COUNT {
    MATCH (kept:Kept)
    WHERE kept.scope = $scope AND kept.kind = 'procedure' AND kept.at IS NOT NULL AND kept.status = 'proposed' AND kept.archived_at IS NULL
    RETURN kept LIMIT $limit
  } AS procedures
