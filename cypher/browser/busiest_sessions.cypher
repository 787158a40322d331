// Busiest sessions: the sessions with the most messages, per day, with their speakers and topics.
// access: read
// scope: guarded
// param limit: the maximum number of rows
// returns: session, messages, per_day, speakers, topics, started, ended
// first, in Browser: :param scope => 'demo'
// first, in Browser: :param limit => 10
CYPHER 25
MATCH (session:Session)
USING INDEX SEEK session:Session(scope, id)
WHERE session.scope = $scope AND session.id IS NOT NULL
WITH session, COUNT { (session)-[:HAS]->() } AS messages ORDER BY messages DESC, session.id LIMIT $limit
RETURN session.id AS session, messages,
  round(messages / (1.0 + duration.inDays(session.started_at, session.ended_at).days), 1) AS per_day,
  COLLECT {
    MATCH (session)-[:HAS]->(event:Event)-[:SAID_BY]->(person:Person)
    WITH person.name AS name, count(*) AS times ORDER BY times DESC, name LIMIT 5
    RETURN name + ' ' + times
  } AS speakers,
  COLLECT {
    MATCH (session)-[:HAS]->(event:Event)-[:ON]->(topic:Topic)
    WITH topic.name AS name, count(*) AS times ORDER BY times DESC, name LIMIT 5
    RETURN name
  } AS topics,
  datetime.truncate('second', session.started_at) AS started, datetime.truncate('second', session.ended_at) AS ended
ORDER BY messages DESC, session
