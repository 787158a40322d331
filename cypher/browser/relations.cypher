// Who knows whom and how: the relations that hold between all that is spoken of, strongest first; best seen as a graph.
// access: read
// scope: guarded
// param limit: how many at most
// returns: one, relation, other
// first, in Browser: :param scope => 'demo'
// first, in Browser: :param limit => 50
CYPHER 25
MATCH (one:Entity)
USING INDEX SEEK one:Entity(scope, mention_count)
WHERE one.scope = $scope AND one.mention_count >= 0
MATCH (one)-[relation:RELATES_TO]->(other:Entity)
RETURN one, relation, other ORDER BY relation.strength DESC, relation.last_seen DESC LIMIT $limit
