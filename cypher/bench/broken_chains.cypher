// Sessions whose events do not form one path in the order of seq, with LAST at its end.
// access: read
// scope: guarded
// returns: session (id), events (their number), steps (edges of the path)
CYPHER 25
MATCH (session:Session)
WHERE session.scope = $scope AND session.id IS NOT NULL
WITH session,
  COLLECT { MATCH (session)-[:HAS]->(event:Event) RETURN event.seq ORDER BY event.seq } AS seqs,
  COUNT { MATCH (event:Event) WHERE event.scope = $scope AND event.session = session.id AND event.seq >= 0 } AS event_count,
  COUNT {
    MATCH (session)-[:HAS]->(event:Event)-[:NEXT]->(next:Event)
    WHERE next.session = session.id AND next.seq = event.seq + 1
  } AS steps,
  COUNT { MATCH (session)-[:HAS]->(:Event)-[:NEXT]->() } AS edges,
  COLLECT { MATCH (session)-[:LAST]->(event) RETURN event.seq } AS last
WHERE seqs <> range(0, size(seqs) - 1) OR event_count <> size(seqs)
  OR steps <> CASE WHEN size(seqs) = 0 THEN 0 ELSE size(seqs) - 1 END OR edges <> steps OR last <> seqs[-1..]
RETURN session.id AS session, size(seqs) AS events, steps ORDER BY session LIMIT 100
