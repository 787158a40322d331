// List the claims in which persons say something of themselves, with the trust that counted when they were stored.
// access: read
// scope: guarded
// param limit: maximum number
// returns: claim, subject, predicate, said_in, speaker (ids), tier, authority
CYPHER 25
UNWIND ['claimed', 'contested'] AS status
MATCH (fact:Fact)
WHERE fact.scope = $scope AND fact.status = status AND fact.recorded_at IS NOT NULL
MATCH (fact)-[evidence:EVIDENCE]->(event:Event)-[:SAID_BY]->(person:Person)
WHERE evidence.tier IS NOT NULL AND evidence.quarantine IS NULL AND NOT coalesce(evidence.void, false)
  AND (person.id = fact.subject OR person.id = fact.object_key)
RETURN fact.id AS claim, fact.subject AS subject, fact.predicate AS predicate, event.id AS said_in, person.id AS speaker,
  evidence.tier AS tier, evidence.authority AS authority
ORDER BY fact.recorded_at DESC, fact.id, event.id LIMIT $limit
