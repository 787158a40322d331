// Mark the passages of imported events that instruct an agent.
// access: write
// scope: guarded
// returns: passages (number of them)
CYPHER 25
MATCH (event:Event)
WHERE event.scope = $scope AND event.session IS NOT NULL AND event.seq >= 0 AND event.instructs
MATCH (event)-[:HAS_PASSAGE]->(passage:Passage)
SET passage.instructs = true
RETURN count(passage) AS passages
