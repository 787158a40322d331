// Who is connected to whom, as it was stated or as facts tell it; a picture.
// access: read
// scope: guarded
// param limit: how many ties at most
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
