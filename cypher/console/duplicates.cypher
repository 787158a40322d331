// List pairs of entities that may be the same, the most likely first; for the console.
// access: read
// scope: guarded
// param limit: the maximum number of pairs
// returns: one and other ({id, name, kind, type, mentions}), confidence, how, confirmations
CYPHER 25
MATCH (one:Entity)
USING INDEX SEEK one:Entity(scope, mention_count)
WHERE one.scope = $scope AND one.mention_count >= 0
MATCH (one)-[same:SAME_AS]->(other:Entity)
WHERE same.status = 'proposed'
RETURN one {.id, .name, .kind, .type, mentions: one.mention_count} AS one, other {.id, .name, .kind, .type, mentions: other.mention_count} AS other,
  same.confidence AS confidence, properties(same).how AS how, same.confirmations AS confirmations
ORDER BY confirmations DESC, confidence DESC, one.name, other.name LIMIT $limit
