// Tell sessions and links anew where events went: who spoke, from when to when, what was chosen of older messages, what may be one.
// access: write
// scope: guarded
// param sessions: list of {id, ids (of the events that went), speakers (theirs), replies (how many of them were the agent's), first, last (datetimes)}
// param ids: ids of all events that went
// param named: ids of the entities that they named
// returns: sessions, channels (how many have nothing left and went), links (how many pairs may no longer be one), kept (ids of summaries of what went)
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
  RETURN count(*) AS told
}
CALL (told) {
  UNWIND $named AS id
  MATCH (:Memory {scope: $scope, id: id})-[same:SAME_AS]-(:Memory)
  WHERE told IS NOT NULL AND any(one IN same.events WHERE one IN $ids)
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
  MATCH (session)<-[:SUMMARIZES]-(kept:Summary)
  RETURN collect(kept.id) AS leaves
}
CALL (empty, leaves) {
  UNWIND empty AS session
  MATCH (session)-[:IN]->(channel:Channel)
  WHERE leaves IS NOT NULL AND NOT EXISTS { MATCH (channel)<-[:IN]-(other:Session) WHERE NOT other IN empty }
  RETURN collect(DISTINCT channel) AS quiet
}
CALL (quiet) {
  UNWIND quiet AS channel
  MATCH (channel)<-[:SUMMARIZES]-(kept:Summary)
  RETURN collect(kept.id) AS branches
}
CALL (empty, quiet, branches) {
  UNWIND empty AS session
  WITH session WHERE branches IS NOT NULL
  DETACH DELETE session
  RETURN count(*) AS gone
}
CALL (quiet, gone) {
  UNWIND quiet AS channel
  WITH channel WHERE gone IS NOT NULL
  DETACH DELETE channel
  RETURN count(*) AS closed
}
RETURN gone AS sessions, closed AS channels, links, leaves, branches
