// Leaves of the summary tree that have news: sessions, entities and topics, a few of each.
// access: read
// scope: guarded
// param enough: how many new events make a leaf stale
// param window: of how many of a session's newest events it is looked at whether they wait to be digested
// param limit: how many of each at most
// returns: kind, id, name, group (channel of a session, type of an entity), count (events by now), covered, revision
CYPHER 25
CALL () {
  MATCH (session:Session)
  WHERE session.scope = $scope AND session.id >= '' AND session.next_seq >= $enough
  OPTIONAL MATCH (session)<-[:SUMMARIZES]-(summary:Summary)
  WITH session, coalesce(summary.covered, 0) AS covered, coalesce(summary.revision, 0) AS revision
  // The oldest is digested first: where the last that is needed still waits, the others need not be looked at.
  WHERE session.next_seq - covered >= $enough AND NOT EXISTS {
    MATCH (event:Event)
    WHERE event.scope = $scope AND event.session = session.id AND event.seq = covered + $enough - 1
      AND event.status IN ['pending', 'processing', 'failed']
  }
  WITH session, covered, revision, CASE WHEN session.next_seq - $window > covered THEN session.next_seq - $window ELSE covered END AS first
  CALL (session, first) {
    MATCH (event:Event)
    WHERE event.scope = $scope AND event.session = session.id AND event.seq >= first AND event.status IN ['pending', 'processing', 'failed']
    RETURN min(event.seq) AS waits
  }
  // What stands behind an event that waits is counted when that one is digested; a whole window that waits tells nothing of what was before it.
  WITH session, covered, revision, CASE WHEN waits = first THEN covered ELSE coalesce(waits, session.next_seq) END AS settled
  WHERE settled - covered >= $enough
  RETURN 'session' AS kind, session.id AS id, session.id AS name, session.channel AS group, settled AS count, covered, revision LIMIT $limit
  UNION ALL
  MATCH (entity:Entity)
  WHERE entity.scope = $scope AND entity.mention_count >= $enough
  OPTIONAL MATCH (entity)<-[:SUMMARIZES]-(summary:Summary)
  WITH entity, coalesce(summary.covered, 0) AS covered, coalesce(summary.revision, 0) AS revision
  // Fewer than were covered: something was taken out, or forgotten.
  WHERE entity.audience = 'shared' AND (entity.mention_count - covered >= $enough OR entity.mention_count < covered)
  RETURN 'entity' AS kind, entity.id AS id, entity.name AS name, entity.type AS group, entity.mention_count AS count, covered, revision LIMIT $limit
  UNION ALL
  MATCH (topic:Topic)
  WHERE topic.scope = $scope AND topic.event_count >= $enough
  OPTIONAL MATCH (topic)<-[:SUMMARIZES]-(summary:Summary)
  WITH topic, coalesce(summary.covered, 0) AS covered, coalesce(summary.revision, 0) AS revision
  WHERE topic.audience = 'shared' AND (topic.event_count - covered >= $enough OR topic.event_count < covered)
  RETURN 'topic' AS kind, topic.id AS id, topic.name AS name, null AS group, topic.event_count AS count, covered, revision LIMIT $limit
}
RETURN kind, id, name, group, count, covered, revision
