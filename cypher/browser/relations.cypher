// Relations: the current relations between entities, the strongest first; best viewed as a graph.
// access: read
// scope: guarded
// param limit: the maximum number of rows
// returns: one, relation, other
// first, in Browser: :param scope => 'demo'
// first, in Browser: :param limit => 50
CYPHER 25
MATCH (one:Entity)
USING INDEX SEEK one:Entity(scope, mention_count)
WHERE one.scope = $scope AND one.mention_count >= 0
MATCH (one)-[relation:RELATES_TO]->(other:Entity)
RETURN one, relation, other ORDER BY relation.strength DESC, relation.last_seen DESC LIMIT $limit
