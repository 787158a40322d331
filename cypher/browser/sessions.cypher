// Sessions: all sessions of a scope, the most recently active first.
// access: read
// scope: guarded
// returns: session, channel, events, people, started, ended
// first, in Browser: :param scope => 'demo'
CYPHER 25
MATCH (session:Session)
WHERE session.scope = $scope AND session.id IS NOT NULL
RETURN session.id AS session, session.channel AS channel, COUNT { (session)-[:HAS]->() } AS events,
  size(session.speakers) AS people, session.started_at AS started, session.ended_at AS ended
ORDER BY ended DESC, session
