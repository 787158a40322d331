// Reflections: reflections with their sources, and the entities that they are about; best viewed as a graph.
// access: read
// scope: guarded
// param limit: the maximum number of rows
// returns: reflection, rests_on, source, about, entity
// first, in Browser: :param scope => 'demo'
// first, in Browser: :param limit => 10
CYPHER 25
MATCH (reflection:Kept)
USING INDEX SEEK reflection:Kept(scope, kind, at)
WHERE reflection.scope = $scope AND reflection.kind = 'reflection' AND reflection.at IS NOT NULL
WITH reflection ORDER BY reflection.at DESC, reflection.id LIMIT $limit
OPTIONAL MATCH (reflection)-[rests_on:RESTS_ON]->(source:Memory)
OPTIONAL MATCH (reflection)-[about:ABOUT]->(entity:Entity)
RETURN reflection, rests_on, source, about, entity
