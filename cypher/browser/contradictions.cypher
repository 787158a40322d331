// Contradictions: facts that cannot both be true, with the speakers and messages of each; best viewed as a graph.
// access: read
// scope: guarded
// param limit: the maximum number of rows
// returns: fact, contradicts, other, evidence, event, said, person
// first, in Browser: :param scope => 'demo'
// first, in Browser: :param limit => 25
CYPHER 25
MATCH (fact:Fact)
USING INDEX SEEK fact:Fact(scope, recorded_at)
WHERE fact.scope = $scope AND fact.recorded_at >= datetime({year: 1})
MATCH (fact)-[contradicts:CONTRADICTS]->(other:Fact)
WITH fact, contradicts, other ORDER BY fact.recorded_at DESC, fact.id LIMIT $limit
UNWIND [fact, other] AS side
OPTIONAL MATCH (side)-[evidence:EVIDENCE]->(event:Event)
OPTIONAL MATCH (event)-[said:SAID_BY]->(person:Person)
RETURN fact, contradicts, other, evidence, event, said, person
