// Trust: the trust in each person with its signals, and the trust between people: ratings, the newest first, then tiers; best viewed as a graph.
// access: read
// scope: guarded
// param limit: the maximum number of rows
// returns: trust, to, person, rated, rates, other
// first, in Browser: :param scope => 'demo'
// first, in Browser: :param limit => 50
CYPHER 25
MATCH (trust:TrustEdge)
WHERE trust.scope = $scope AND trust.truster = 'memory'
MATCH (trust)-[to:TO]->(person:Person)
OPTIONAL MATCH (person)-[rates:TRUSTS]->(other:Person)
RETURN trust, to, person, rates.rated_at AS rated, rates, other
ORDER BY rated IS NULL, rated DESC, trust.message_count DESC, person.name LIMIT $limit
