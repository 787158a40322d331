// Facts: the newest facts, with the messages that support them.
// access: read
// scope: guarded
// param limit: the maximum number of rows
// returns: fact, status, confidence, since, until, said, id
// first, in Browser: :param scope => 'demo'
// first, in Browser: :param limit => 25
CYPHER 25
MATCH (fact:Fact)
WHERE fact.scope = $scope AND fact.recorded_at >= datetime({year: 1})
WITH fact ORDER BY fact.scope DESC, fact.recorded_at DESC LIMIT $limit
RETURN fact.text AS fact, fact.status AS status, fact.confidence AS confidence, fact.valid_from AS since, fact.valid_to AS until,
  [(fact)-[:EVIDENCE]->(event:Event) | event.speaker_name + ': ' + event.text] AS said, fact.id AS id
