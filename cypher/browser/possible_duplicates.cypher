// Possible duplicates: pairs of entities that may be the same, and the number of messages that suggest it; the most likely first.
// access: read
// scope: guarded
// param limit: the maximum number of rows
// returns: one, other, confidence, how, confirmations, one_id, other_id
// first, in Browser: :param scope => 'demo'
// first, in Browser: :param limit => 25
CYPHER 25
MATCH (one:Entity)
USING INDEX SEEK one:Entity(scope, mention_count)
WHERE one.scope = $scope AND one.mention_count >= 0
MATCH (one)-[same:SAME_AS]->(other:Entity)
WHERE same.status = 'proposed'
RETURN one.name AS one, other.name AS other, same.confidence AS confidence, same.how AS how,
  same.confirmations AS confirmations, one.id AS one_id, other.id AS other_id
ORDER BY confirmations DESC, confidence DESC, one LIMIT $limit
