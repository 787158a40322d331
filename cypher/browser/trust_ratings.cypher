// Who trusts whom, and how far: what people said of each other, the newest word first; best seen as a graph.
// access: read
// scope: guarded
// param limit: how many at most
// returns: truster, trust, trustee
// first, in Browser: :param scope => 'demo'
// first, in Browser: :param limit => 50
CYPHER 25
MATCH (truster:Person)
USING INDEX SEEK truster:Person(scope, name)
WHERE truster.scope = $scope AND truster.name IS NOT NULL
MATCH (truster)-[trust:TRUSTS]->(trustee:Person)
RETURN truster, trust, trustee ORDER BY trust.rated_at DESC, truster.name, trustee.name LIMIT $limit
