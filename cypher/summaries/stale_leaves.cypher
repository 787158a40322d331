// Return stale leaves of the summary tree: sessions, entities and topics with new events, some of each.
// access: read
// scope: guarded
// param enough: number of new events that make a leaf stale
// param window: number of a session's newest events that are checked for undigested ones
// param limit: maximum number of each
// returns: kind, id, name, group (channel of a session, type of an entity), count (current number of events), covered, revision
CYPHER 25
CALL () {
  MATCH (session:Session)
  WHERE session.scope = $scope AND session.id >= '' AND session.next_seq >= $enough
  OPTIONAL MATCH (session)<-[:SUMMARIZES]-(summary:Summary)
  WITH session, coalesce(summary.covered, 0) AS covered, coalesce(summary.revision, 0) AS revision
  // Events are digested in order: if the last required event is undigested, the later ones need not be checked.
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
  // Events after an undigested one count once that one is digested. If the whole window is undigested, nothing before it is known.
  WITH session, covered, revision, CASE WHEN waits = first THEN covered ELSE coalesce(waits, session.next_seq) END AS settled
  WHERE settled - covered >= $enough
  RETURN 'session' AS kind, session.id AS id, session.id AS name, session.channel AS group, settled AS count, covered, revision LIMIT $limit
  UNION ALL
  MATCH (entity:Entity)
  WHERE entity.scope = $scope AND entity.mention_count >= $enough AND NOT entity:Person
  OPTIONAL MATCH (entity)<-[:SUMMARIZES]-(summary:Summary)
  WITH entity, coalesce(summary.covered, 0) AS covered, coalesce(summary.revision, 0) AS revision
  // Fewer events than covered: some were removed or erased.
  WHERE entity.audience = 'shared' AND (entity.mention_count - covered >= $enough OR entity.mention_count < covered)
  RETURN 'entity' AS kind, entity.id AS id, entity.name AS name, entity.type AS group, entity.mention_count AS count, covered, revision LIMIT $limit
  UNION ALL
  // A person also counts by what they said, once it is digested.
  CALL () {
    MATCH (event:Event)-[:SAID_BY]->(speaker:Person)
    WHERE event.scope = $scope AND event.status IN ['pending', 'processing', 'failed']
    WITH speaker.id AS speaker, count(*) AS waiting
    RETURN collect({speaker: speaker, waiting: waiting}) AS undigested
  }
  MATCH (person:Person)
  WHERE person.scope = $scope AND person.name >= '' AND person.audience = 'shared'
  WITH person, person.mention_count + COUNT { (person)<-[:SAID_BY]-() }
    - reduce(sum = 0, each IN undigested | CASE each.speaker WHEN person.id THEN sum + each.waiting ELSE sum END) AS events
  WHERE events >= $enough
  OPTIONAL MATCH (person)<-[:SUMMARIZES]-(summary:Summary)
  WITH person, events, coalesce(summary.covered, 0) AS covered, coalesce(summary.revision, 0) AS revision
  WHERE events - covered >= $enough OR events < covered
  RETURN 'entity' AS kind, person.id AS id, person.name AS name, person.type AS group, events AS count, covered, revision LIMIT $limit
  UNION ALL
  MATCH (topic:Topic)
  WHERE topic.scope = $scope AND topic.event_count >= $enough
  OPTIONAL MATCH (topic)<-[:SUMMARIZES]-(summary:Summary)
  WITH topic, coalesce(summary.covered, 0) AS covered, coalesce(summary.revision, 0) AS revision
  WHERE topic.audience = 'shared' AND (topic.event_count - covered >= $enough OR topic.event_count < covered)
  RETURN 'topic' AS kind, topic.id AS id, topic.name AS name, null AS group, topic.event_count AS count, covered, revision LIMIT $limit
}
RETURN kind, id, name, group, count, covered, revision
