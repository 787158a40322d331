// Superseded facts: facts that replaced others, and when; the newest change first.
// access: read
// scope: guarded
// param limit: the maximum number of rows
// returns: since, about, now, before, was_correction
// first, in Browser: :param scope => 'demo'
// first, in Browser: :param limit => 25
CYPHER 25
MATCH (fact:Fact)
// The hint is needed for small scopes, where the planner would scan all facts.
USING INDEX SEEK fact:Fact(scope, recorded_at)
WHERE fact.scope = $scope AND fact.recorded_at >= datetime({year: 1})
MATCH (fact)-[change:SUPERSEDES]->(older:Memory)
RETURN change.at AS since, [(fact)-[:SUBJECT]->(entity:Entity) | entity.name][0] AS about, fact.text AS now, older.text AS before,
  coalesce(change.corrected, false) AS was_correction
ORDER BY since DESC, now LIMIT $limit
