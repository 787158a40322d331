// Replace what events that were digested again stated, named and were about before; evidence keeps its attribution.
// access: write
// scope: guarded
// param evidence: list of {event, fact, properties (null: the event no longer states the fact)}
// param mentions: list of {event, entity, properties (null: the event no longer names the entity)}
// param topics: list of {event, topic, relevance (null: the event is no longer on the topic)}
// returns: evidence, mentions, topics (how many were replaced)
CYPHER 25
CALL () {
  UNWIND $evidence AS row
  MATCH (event:Memory {scope: $scope, id: row.event})
  USING INDEX SEEK event:Memory(scope, id)
  MATCH (fact:Memory {scope: event.scope, id: row.fact})-[evidence:EVIDENCE]->(event)
  SET evidence += coalesce(row.properties, {})
  FOREACH (outdated IN CASE WHEN row.properties IS NULL THEN [evidence] ELSE [] END | DELETE outdated)
  RETURN count(*) AS evidence_count
}
CALL (evidence_count) {
  UNWIND $mentions AS row
  MATCH (event:Memory {scope: $scope, id: row.event})
  USING INDEX SEEK event:Memory(scope, id)
  MATCH (event)-[mention:MENTIONS]->(entity:Memory {scope: event.scope, id: row.entity})
  WHERE evidence_count IS NOT NULL
  SET mention += coalesce(row.properties, {})
  FOREACH (outdated IN CASE WHEN row.properties IS NULL THEN [mention] ELSE [] END | DELETE outdated)
  RETURN count(*) AS mention_count
}
CALL (mention_count) {
  UNWIND $topics AS row
  MATCH (event:Memory {scope: $scope, id: row.event})
  USING INDEX SEEK event:Memory(scope, id)
  MATCH (event)-[on:ON]->(topic:Memory {scope: event.scope, id: row.topic})
  WHERE mention_count IS NOT NULL
  SET on.relevance = row.relevance
  FOREACH (outdated IN CASE WHEN row.relevance IS NULL THEN [on] ELSE [] END | DELETE outdated)
  RETURN count(*) AS topic_count
}
RETURN evidence_count AS evidence, mention_count AS mentions, topic_count AS topics
