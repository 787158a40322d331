// Topics over time: the number of messages on the most frequent topics, by week.
// access: read
// scope: guarded
// param limit: the maximum number of topics
// returns: week, topic, messages, people
// first, in Browser: :param scope => 'demo'
// first, in Browser: :param limit => 10
CYPHER 25
MATCH (topic:Topic)
USING INDEX SEEK topic:Topic(scope, event_count)
WHERE topic.scope = $scope AND topic.event_count >= 2
WITH topic ORDER BY topic.event_count DESC, topic.name LIMIT $limit
MATCH (topic)<-[:ON]-(event:Event)
RETURN date.truncate('week', event.at) AS week, topic.name AS topic, count(event) AS messages,
  count(DISTINCT event.speaker) AS people
ORDER BY week, messages DESC, topic
