// Find entities without mentions, facts, accounts, notes and ties.
// access: read
// scope: guarded
// param limit: maximum number
// returns: id
CYPHER 25
MATCH (entity:Entity)
WHERE entity.scope = $scope AND entity.mention_count >= 0
  AND NOT EXISTS { (entity)<-[:MENTIONS|SAID_BY]-() } AND NOT EXISTS { (entity)<-[:SUBJECT|OBJECT]-() }
  AND NOT EXISTS { (entity)<-[:IDENTIFIES|ABOUT]-() } AND NOT EXISTS { (entity)-[:CONNECTED]-() }
RETURN entity.id AS id LIMIT $limit
