// People: the most active first, with their accounts, whether they own the memory, marks, and the times of their first and last message.
// access: read
// scope: guarded
// param limit: the maximum number of rows
// returns: name, events, accounts, owner, good, bad, muted_until, first_seen, last_seen
// first, in Browser: :param scope => 'demo'
// first, in Browser: :param limit => 25
CYPHER 25
MATCH (person:Person)
WHERE person.scope = $scope AND person.name IS NOT NULL
WITH person, COUNT { (person)<-[:SAID_BY]-() } AS events
ORDER BY events DESC, person.name LIMIT $limit
OPTIONAL MATCH (person)<-[:TO]-(trust:TrustEdge {truster: 'memory'})
RETURN person.name AS name, events, [(account:Identity)-[:IDENTIFIES]->(person) | account.name] AS accounts,
  coalesce(person.owner, false) AS owner, trust.positive AS good, trust.negative AS bad, trust.muted_until AS muted_until,
  person.first_seen AS first_seen, person.last_seen AS last_seen
