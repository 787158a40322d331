// Return entities with an unresolved proposal to merge them with another.
// access: read
// scope: guarded
// returns: ids (of the entities), links (number of pairs)
CYPHER 25
MATCH (one:Entity)
WHERE one.scope = $scope AND one.mention_count >= 0
MATCH (one)-[same:SAME_AS]->(:Entity)
WHERE same.status = 'proposed'
RETURN collect(DISTINCT one.id) AS ids, count(same) AS links
