// Connections: relationships between people, stated or from facts; best viewed as a graph.
// access: read
// scope: guarded
// param limit: the maximum number of connections
// returns: one, tie, other
// first, in Browser: :param scope => 'demo'
// first, in Browser: :param limit => 25
CYPHER 25
MATCH (one:Person)
USING INDEX SEEK one:Person(scope, name)
WHERE one.scope = $scope AND one.name IS NOT NULL
MATCH (one)-[tie:CONNECTED|RELATES_TO]->(other:Person)
RETURN one, tie, other
LIMIT $limit
