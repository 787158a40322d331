// Trust ratings: how people rate each other, the newest first; best viewed as a graph.
// access: read
// scope: guarded
// param limit: the maximum number of rows
// returns: truster, trust, trustee
// first, in Browser: :param scope => 'demo'
// first, in Browser: :param limit => 50
CYPHER 25
MATCH (truster:Person)
USING INDEX SEEK truster:Person(scope, name)
WHERE truster.scope = $scope AND truster.name IS NOT NULL
MATCH (truster)-[trust:TRUSTS]->(trustee:Person)
RETURN truster, trust, trustee ORDER BY trust.rated_at DESC, truster.name, trustee.name LIMIT $limit
