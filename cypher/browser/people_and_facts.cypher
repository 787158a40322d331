// People and facts: the most valuable facts that hold, about whom, who said them, and the trust in them; best viewed as a graph.
// access: read
// scope: guarded
// param limit: the maximum number of facts
// returns: fact, about, subject, names, object, said, speaker, to, trust
// first, in Browser: :param scope => 'demo'
// first, in Browser: :param limit => 25
CYPHER 25
MATCH (fact:Fact)
USING INDEX SEEK fact:Fact(scope, recorded_at)
WHERE fact.scope = $scope AND fact.recorded_at IS NOT NULL AND fact.status IN ['current', 'claimed', 'contested']
WITH fact ORDER BY coalesce(fact.worth, 1.0) DESC, fact.recorded_at DESC, fact.id LIMIT $limit
MATCH (fact)-[about:SUBJECT]->(subject:Entity)
OPTIONAL MATCH (fact)-[names:OBJECT]->(object:Entity)
OPTIONAL MATCH (fact)-[said:ASSERTED_BY]->(speaker:Person)
OPTIONAL MATCH (speaker)<-[to:TO]-(trust:TrustEdge)
RETURN fact, about, subject, names, object, said, speaker, to, trust
