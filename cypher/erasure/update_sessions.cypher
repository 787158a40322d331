// Update sessions and duplicate links after events were erased: speakers, times, the selection of older messages; erase empty ones.
// access: write
// scope: guarded
// param sessions: list of {id, ids (of the erased events), speakers (of these), replies (how many of these were by the agent), first, last (datetimes)}
// param ids: ids of all erased events
// param entities: ids of the entities that they mention
// returns: sessions, channels (number of empty ones erased), links (number of duplicate links deleted), leaves, branches (ids of summaries of the erased)
CYPHER 25
CALL () {
  UNWIND $sessions AS row
  MATCH (session:Session {scope: $scope, id: row.id})
  WHERE EXISTS { (session)-[:HAS]->(:Event) }
  SET session.replies = coalesce(session.replies, 0) - row.replies,
      session.speakers = [one IN session.speakers WHERE NOT one IN row.speakers OR EXISTS {
        MATCH (event:Event)
        WHERE event.scope = $scope AND event.speaker = one AND event.at IS NOT NULL AND event.session = row.id
      }]
  FOREACH (chat IN CASE WHEN any(one IN coalesce(session.older_ids, []) WHERE one IN row.ids) THEN [session] ELSE [] END |
    SET chat.older_ids = null, chat.older_spans = null, chat.older_until = null)
  WITH session, row
  WHERE row.first.epochSeconds <= session.started_at.epochSeconds OR row.last.epochSeconds >= session.ended_at.epochSeconds
  MATCH (session)-[:HAS]->(event:Event)
  WITH session, min(event.at) AS first, max(event.at) AS last
  SET session.started_at = first, session.ended_at = last
  RETURN count(*) AS updated
}
CALL (updated) {
  UNWIND $entities AS id
  MATCH (known:Memory {scope: $scope, id: id})-[same:SAME_AS]-(:Memory)
  USING INDEX SEEK known:Memory(scope, id)
  WHERE updated IS NOT NULL AND any(one IN same.events WHERE one IN $ids)
  WITH DISTINCT same
  SET same.events = [one IN same.events WHERE NOT one IN $ids]
  SET same.confirmations = size(same.events)
  WITH same WHERE same.confirmations = 0
  DELETE same
  RETURN count(*) AS links
}
CALL (links) {
  UNWIND $sessions AS row
  MATCH (session:Session {scope: $scope, id: row.id})
  WHERE links IS NOT NULL AND NOT EXISTS { (session)-[:HAS]->(:Event) }
  RETURN collect(session) AS empty
}
CALL (empty) {
  UNWIND empty AS session
  MATCH (session)<-[:SUMMARIZES]-(summary:Summary)
  RETURN collect(summary.id) AS leaves
}
CALL (empty, leaves) {
  UNWIND empty AS session
  MATCH (session)-[:IN]->(channel:Channel)
  WHERE leaves IS NOT NULL AND NOT EXISTS { MATCH (channel)<-[:IN]-(other:Session) WHERE NOT other IN empty }
  RETURN collect(DISTINCT channel) AS empty_channels
}
CALL (empty_channels) {
  UNWIND empty_channels AS channel
  MATCH (channel)<-[:SUMMARIZES]-(summary:Summary)
  RETURN collect(summary.id) AS branches
}
CALL (empty, empty_channels, branches) {
  UNWIND empty AS session
  WITH session WHERE branches IS NOT NULL
  DETACH DELETE session
  RETURN count(*) AS erased
}
CALL (empty_channels, erased) {
  UNWIND empty_channels AS channel
  WITH channel WHERE erased IS NOT NULL
  DETACH DELETE channel
  RETURN count(*) AS closed
}
RETURN erased AS sessions, closed AS channels, links, leaves, branches
