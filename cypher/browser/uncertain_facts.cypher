// Uncertain facts: claimed, contested and quarantined facts, with the speaker, their trust tier, and the messages.
// access: read
// scope: guarded
// param limit: the maximum number of rows per section
// returns: status, fact, said_by, words, confidence, recorded, id
// first, in Browser: :param scope => 'demo'
// first, in Browser: :param limit => 25
CYPHER 25
UNWIND ['contested', 'claimed', 'quarantined'] AS status
CALL (status) {
  MATCH (fact:Fact)
  USING INDEX SEEK fact:Fact(scope, status, recorded_at)
  WHERE fact.scope = $scope AND fact.status = status AND fact.recorded_at IS NOT NULL
  RETURN fact ORDER BY fact.recorded_at DESC, fact.id LIMIT $limit
}
RETURN status, fact.text AS fact,
  [(fact)-[assertion:ASSERTED_BY]->(person:Person) | person.name + coalesce(' (' + assertion.tier + ')', '')] AS said_by,
  [(fact)-[:EVIDENCE]->(event:Event) | event.text] AS words, fact.confidence AS confidence, datetime.truncate('second', fact.recorded_at) AS recorded, fact.id AS id
