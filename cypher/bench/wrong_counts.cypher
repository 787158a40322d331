// Stored counts that differ from a recount.
// access: read
// scope: guarded
// returns: what, key, stored, counted
CYPHER 25
CALL () {
  MATCH (session:Session)
  WHERE session.scope = $scope AND session.id IS NOT NULL
  UNWIND [
    ['next_seq of a session', session.next_seq, COUNT { (session)-[:HAS]->(:Event) }],
    ['replies of a session', coalesce(session.replies, 0),
      COUNT { MATCH (session)-[:HAS]->(event:Event) WHERE event.role = 'assistant' AND event.event_kind = 'message' }]
  ] AS each
  RETURN each[0] AS what, session.id AS key, each[1] AS stored, each[2] AS counted
  UNION ALL
  MATCH (entity:Entity)
  WHERE entity.scope = $scope AND entity.mention_count IS NOT NULL
  RETURN 'mentions of an entity' AS what, entity.id AS key, entity.mention_count AS stored, COUNT { (:Event)-[:MENTIONS]->(entity) } AS counted
  UNION ALL
  MATCH (topic:Topic)
  WHERE topic.scope = $scope AND topic.event_count IS NOT NULL
  RETURN 'events on a topic' AS what, topic.id AS key, topic.event_count AS stored, COUNT { (:Event)-[:ON]->(topic) } AS counted
  UNION ALL
  MATCH (entity:Entity)
  WHERE entity.scope = $scope AND entity.mention_count IS NOT NULL
  MATCH (entity)-[same:SAME_AS]->(other)
  RETURN 'events of a SAME_AS edge' AS what, entity.id AS key, same.confirmations AS stored, size(coll.distinct(same.events)) AS counted
  UNION ALL
  MATCH (edge:TrustEdge)
  WHERE edge.scope = $scope AND edge.truster = 'memory'
  MATCH (edge)-[:TO]->(person:Person)
  RETURN 'messages of a person' AS what, person.id AS key, coalesce(edge.message_count, 0) AS stored,
    COUNT {
      MATCH (person)<-[:SAID_BY]-(event:Event)
      WHERE event.event_kind = 'message' AND event.role = 'user' AND (event.status IN ['complete', 'skipped'] OR event.again = true)
    } AS counted
}
WITH what, key, stored, counted WHERE stored <> counted
RETURN what, key, stored, counted ORDER BY what, key LIMIT 100
