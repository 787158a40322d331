// List sessions, the most recently active first, with their speakers and newest message, without those of kg itself; for the console.
// access: read
// scope: guarded
// param limit: the maximum number of sessions
// returns: id, channel, messages, speakers (accounts), started, ended, text and speaker_name (of the newest message)
CYPHER 25
MATCH (session:Session)
WHERE session.scope = $scope AND session.id IS NOT NULL AND NOT session.id STARTS WITH 'system:'
WITH session ORDER BY properties(session).ended_at DESC, session.id LIMIT $limit
RETURN session.id AS id, session.channel AS channel, session.next_seq AS messages, session.speakers AS speakers, session.started_at AS started,
  properties(session).ended_at AS ended,
  COLLECT { MATCH (session)-[:LAST]->(event:Event) RETURN {text: left(event.text, 140), speaker_name: event.speaker_name} LIMIT 1 }[0] AS newest
