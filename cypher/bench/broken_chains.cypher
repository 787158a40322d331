// Sessions whose chain is not whole: one path over all of their events, in the order of their places, with LAST at its end.
// access: read
// scope: guarded
// returns: session (id), events (how many it has), steps (of its path)
CYPHER 25
MATCH (session:Session)
WHERE session.scope = $scope AND session.id IS NOT NULL
WITH session,
  COLLECT { MATCH (session)-[:HAS]->(event:Event) RETURN event.seq ORDER BY event.seq } AS places,
  COUNT { MATCH (event:Event) WHERE event.scope = $scope AND event.session = session.id AND event.seq >= 0 } AS placed,
  COUNT {
    MATCH (session)-[:HAS]->(event:Event)-[:NEXT]->(next:Event)
    WHERE next.session = session.id AND next.seq = event.seq + 1
  } AS steps,
  COUNT { MATCH (session)-[:HAS]->(:Event)-[:NEXT]->() } AS edges,
  COLLECT { MATCH (session)-[:LAST]->(event) RETURN event.seq } AS last
WHERE places <> range(0, size(places) - 1) OR placed <> size(places)
  OR steps <> CASE WHEN size(places) = 0 THEN 0 ELSE size(places) - 1 END OR edges <> steps OR last <> places[-1..]
RETURN session.id AS session, size(places) AS events, steps ORDER BY session LIMIT 100
