// Topics: the most frequent topics, the number of messages, the speakers, and the last time.
// access: read
// scope: guarded
// param limit: the maximum number of rows
// returns: topic, messages, people, last
// first, in Browser: :param scope => 'demo'
// first, in Browser: :param limit => 25
CYPHER 25
MATCH (topic:Topic)
WHERE topic.scope = $scope AND topic.event_count >= 2
WITH topic ORDER BY topic.event_count DESC, topic.name LIMIT $limit
RETURN topic.name AS topic, topic.event_count AS messages,
  COLLECT { MATCH (topic)<-[:ON]-(:Event)-[:SAID_BY]->(person:Person) RETURN DISTINCT person.name AS name ORDER BY name } AS people,
  COLLECT { MATCH (topic)<-[:ON]-(event:Event) RETURN event.at AS at ORDER BY at DESC LIMIT 1 }[0] AS last
ORDER BY messages DESC, topic
