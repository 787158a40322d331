// Return the messages that may be quoted on the card of a person: those of their facts, and of their own those that matter most.
// access: read
// scope: guarded
// param person: id of the person
// param audiences: audience tokens of the reader, or null for all
// param now: datetime at which facts hold
// param ids: ids of events of facts
// param reach: number of last written messages among which some are selected
// param least: the least salience of these
// param limit: maximum number of these
// param chars: maximum number of characters of a message
// param embedder: name of the embedder of `direction`
// param direction: vector
// returns: id, text, at, speaker (account), salience, nearness (cosine of the vector of the message to `direction`; null without
//   a vector of that embedder), own (whether it is one of the messages of the person that matter most)
CYPHER 25
WITH coalesce($audiences, []) AS readers, ['current'] AS statuses
CALL (readers) {
  MATCH (event:Memory)
  USING INDEX event:Memory(scope, id)
  WHERE event.scope = $scope AND event.id IN $ids AND event:Event AND event.event_kind = 'message' AND event.status = 'complete'
  RETURN event, false AS own
  UNION
  // A node's edges are read last written first (except within one transaction), and the rest is never read.
  MATCH (known:Memory {scope: $scope, id: $person})<-[:SAID_BY]-(event:Event)
  USING INDEX SEEK known:Memory(scope, id)
  WITH event LIMIT $reach
  WHERE event.event_kind = 'message' AND event.status = 'complete' AND event.salience >= $least
    AND size(event.text) <= $chars AND ($audiences IS NULL OR event.audience IN $audiences)
  RETURN event, true AS own ORDER BY event.salience DESC, event.id LIMIT $limit
}
WITH event, readers, statuses, max(own) AS own
WHERE size(event.text) <= $chars AND event.at IS NOT NULL AND event.quarantine IS NULL AND coalesce(event.instructs, false) = false
  AND ($audiences IS NULL OR event.audience IN $audiences)
  AND NOT EXISTS {
//+ knowledge/outdated_message
  }
RETURN event.id AS id, event.text AS text, event.at AS at, event.speaker AS speaker, coalesce(event.salience, 0.0) AS salience, own,
//+ knowledge/nearness
  AS nearness
ORDER BY salience DESC, id
