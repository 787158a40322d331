// Count the recent acts of an agent in its own name.
// access: read
// scope: guarded
// param session: the session in which the acts are recorded
// param tool: account of the agent and the kind of act
// param since: datetime, inclusive
// param limit: the maximum that is counted
// returns: acts (a number)
CYPHER 25
OPTIONAL MATCH (act:Event)
USING INDEX SEEK act:Event(scope, session, seq)
WHERE act.scope = $scope AND act.session = $session AND act.seq >= 0 AND act.at >= $since AND act.tool = $tool
WITH act ORDER BY act.seq DESC LIMIT $limit
RETURN count(act) AS acts
