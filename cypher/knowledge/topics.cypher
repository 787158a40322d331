// The most mentioned topics; what a single event is on is none.
// access: read
// scope: guarded
// param limit: how many at most
// returns: topic (a map)
CYPHER 25
MATCH (topic:Topic)
WHERE topic.scope = $scope AND topic.event_count >= 2
WITH topic ORDER BY topic.event_count DESC, topic.name LIMIT $limit
RETURN topic {.id, .name, .event_count, .audience, .created_at} AS topic,
  COLLECT { MATCH (topic)-[:PARENT]->(parent:Topic) RETURN parent.name }[0] AS parent
