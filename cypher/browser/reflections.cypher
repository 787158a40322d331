// Reflections: what several memories come to together, with those that they were drawn from, and whom they are about; a picture.
// access: read
// scope: guarded
// param limit: how many at most
// returns: reflection, rests, source, about, entity
// first, in Browser: :param scope => 'demo'
// first, in Browser: :param limit => 10
CYPHER 25
MATCH (reflection:Kept)
USING INDEX SEEK reflection:Kept(scope, kind, at)
WHERE reflection.scope = $scope AND reflection.kind = 'reflection' AND reflection.at IS NOT NULL
WITH reflection ORDER BY reflection.at DESC, reflection.id LIMIT $limit
OPTIONAL MATCH (reflection)-[rests:RESTS_ON]->(source:Memory)
OPTIONAL MATCH (reflection)-[about:ABOUT]->(entity:Entity)
RETURN reflection, rests, source, about, entity
