// Trust signals: activity and marks of each person; for scores use `kg trust`.
// access: read
// scope: guarded
// param limit: the maximum number of rows
// returns: name, sessions, days, hours, weekdays, good, bad, attempts, muted_until, marks
// first, in Browser: :param scope => 'demo'
// first, in Browser: :param limit => 25
CYPHER 25
MATCH (edge:TrustEdge)
WHERE edge.scope = $scope AND edge.truster = 'memory'
MATCH (edge)-[:TO]->(person:Person)
WITH edge, person ORDER BY edge.sessions DESC, person.name LIMIT $limit
RETURN person.name AS name, edge.sessions AS sessions, edge.active_days AS days, edge.hours AS hours, edge.weekdays AS weekdays,
  edge.positive AS good, edge.negative AS bad, edge.restricted_attempts AS attempts, edge.muted_until AS muted_until,
  COLLECT {
    MATCH (edge)-[:MARKED]->(mark:Mark)
    RETURN toString(date(mark.at)) + ' ' + mark.name ORDER BY mark.at DESC LIMIT 10
  } AS marks
