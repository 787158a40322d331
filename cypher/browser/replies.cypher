// Replies: how often each person spoke directly after another in a session.
// access: read
// scope: guarded
// param session: the id of a session, from sessions.cypher
// returns: speaker, answered_by, times
// first, in Browser: :param scope => 'demo'
// first, in Browser: :param session => 'telegram:garden-club'
CYPHER 25
MATCH (said:Event)
USING INDEX said:Event(scope, session, seq)
WHERE said.scope = $scope AND said.session = $session AND said.seq >= 0
// The order prevents a plan that begins with all people of the scope.
WITH said ORDER BY said.seq
MATCH (said)-[:NEXT]->(answer:Event)
MATCH (said)-[:SAID_BY]->(one:Person)
MATCH (answer)-[:SAID_BY]->(other:Person)
WHERE one <> other
RETURN one.name AS speaker, other.name AS answered_by, count(*) AS times
ORDER BY times DESC, speaker, answered_by
