// Long texts: the newest events that are split into passages, with their passages; best viewed as a graph.
// access: read
// scope: guarded
// param limit: the maximum number of events
// returns: event, has, passage
// first, in Browser: :param scope => 'demo'
// first, in Browser: :param limit => 10
CYPHER 25
MATCH (event:Event)
WHERE event.scope = $scope AND event.status = 'complete' AND event.at IS NOT NULL AND EXISTS { (event)-[:HAS_PASSAGE]->() }
WITH event ORDER BY event.scope DESC, event.status DESC, event.at DESC LIMIT $limit
MATCH (event)-[has:HAS_PASSAGE]->(passage:Passage)
RETURN event, has, passage ORDER BY event.at DESC, passage.ordinal
