// A session as a chain: its newest events, their speakers, and the channel; best viewed as a graph.
// access: read
// scope: guarded
// param session: the id of a session, from sessions.cypher
// param limit: the maximum number of events
// returns: channel, in, session, has, event, next, said, person, identifies, identity
// first, in Browser: :param scope => 'demo'
// first, in Browser: :param session => 'telegram:garden-club'
// first, in Browser: :param limit => 50
CYPHER 25
MATCH (session:Session {scope: $scope, id: $session})-[in:IN]->(channel:Channel)
CALL (session) {
  MATCH (event:Event)
  WHERE event.scope = $scope AND event.session = session.id AND event.seq >= 0
  RETURN event ORDER BY event.scope DESC, event.session DESC, event.seq DESC LIMIT $limit
}
MATCH (session)-[has:HAS]->(event)
OPTIONAL MATCH (event)-[next:NEXT]->(after:Event)
OPTIONAL MATCH (event)-[said:SAID_BY]->(person:Person)
OPTIONAL MATCH (identity:Identity)-[identifies:IDENTIFIES]->(person)
RETURN channel, in, session, has, event, next, said, person, identifies, identity
ORDER BY event.seq
