// Duplicate nodes with the same key, found without relying on the constraints, and duplicate edges between the same two nodes.
// access: read
// scope: guarded
// returns: what, key, times
CYPHER 25
CALL () {
  MATCH (node:Memory)
  WHERE node.scope = $scope AND node.id IS NOT NULL
  WITH 'id' AS what, node.id AS key, count(*) AS times WHERE times > 1
  RETURN what, key, times
  UNION ALL
  MATCH (identity:Identity)
  WHERE identity.scope = $scope AND identity.platform IS NOT NULL AND identity.platform_id IS NOT NULL
  WITH 'account' AS what, identity.platform + ':' + identity.platform_id AS key,
    sum(1 + abs(1 - COUNT { (identity)-[:IDENTIFIES]->(:Person) })) AS times WHERE times > 1
  RETURN what, key, times
  UNION ALL
  MATCH (alias:Alias)
  WHERE alias.scope = $scope AND alias.key IS NOT NULL
  WITH 'alias' AS what, alias.key AS key, count(*) AS times WHERE times > 1
  RETURN what, key, times
  UNION ALL
  MATCH (fact:Fact)
  WHERE fact.scope = $scope AND fact.recorded_at IS NOT NULL AND NOT fact:Folded
  WITH 'fact' AS what, fact.text + ' (' + fact.audience + ')' AS key, [fact.subject, fact.predicate, fact.object_key, fact.object_text,
    fact.object, fact.polarity, fact.slot, fact.domain, fact.category, fact.key, fact.audience] AS whole, count(*) AS times WHERE times > 1
  RETURN what, key, times
  UNION ALL
  MATCH (topic:Topic)
  WHERE topic.scope = $scope AND topic.event_count IS NOT NULL
  WITH 'topic' AS what, topic.name AS key, topic.audience AS audience, count(*) AS times WHERE times > 1
  RETURN what, key, times
  UNION ALL
  MATCH (event:Event)
  WHERE event.scope = $scope AND event.at IS NOT NULL
  MATCH (event)-[edge:HAS|NEXT|LAST|SAID_BY|RESULT_OF|HAS_PASSAGE|MENTIONS|ON|EVIDENCE]-(other)
  WITH 'edge ' + type(edge) AS what, event.id AS key, type(edge) AS type, startNode(edge) AS one, endNode(edge) AS two, count(*) AS times WHERE times > 1
  RETURN what, key, times
  UNION ALL
  MATCH (entity:Entity)
  WHERE entity.scope = $scope AND entity.mention_count IS NOT NULL
  MATCH (entity)<-[edge:IDENTIFIES|NAMES|SUBJECT|OBJECT]-(other)
  WITH 'edge ' + type(edge) AS what, entity.id AS key, type(edge) AS type, other, count(*) AS times WHERE times > 1
  RETURN what, key, times
}
RETURN DISTINCT what, key, times ORDER BY what, key LIMIT 100
