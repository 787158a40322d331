// What changed: facts that took the place of others, and since when; the newest change first.
// access: read
// scope: guarded
// param limit: how many at most
// returns: since, about, now, before, was_wrong
// first, in Browser: :param scope => 'demo'
// first, in Browser: :param limit => 25
CYPHER 25
MATCH (fact:Fact)
// In a small memory the planner would rather look through all of it.
USING INDEX SEEK fact:Fact(scope, recorded_at)
WHERE fact.scope = $scope AND fact.recorded_at >= datetime({year: 1})
MATCH (fact)-[change:SUPERSEDES]->(older:Memory)
RETURN change.at AS since, [(fact)-[:SUBJECT]->(entity:Entity) | entity.name][0] AS about, fact.text AS now, older.text AS before,
  coalesce(change.corrected, false) AS was_wrong
ORDER BY since DESC, now LIMIT $limit
