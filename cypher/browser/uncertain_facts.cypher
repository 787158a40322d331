// Doubtful facts: what somebody claims, what is contested, and what was set aside, with who said it, how far they were trusted, and in which words.
// access: read
// scope: guarded
// param limit: how many of each at most
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
  [(fact)-[told:ASSERTED_BY]->(person:Person) | person.name + coalesce(' (' + told.tier + ')', '')] AS said_by,
  [(fact)-[:EVIDENCE]->(event:Event) | event.text] AS words, fact.confidence AS confidence, datetime.truncate('second', fact.recorded_at) AS recorded, fact.id AS id
