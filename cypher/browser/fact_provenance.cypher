// Provenance of a fact: its messages, their speakers and sessions, its entities, and the summaries that contain it; best viewed as a graph.
// access: read
// scope: guarded
// param id: the id of a fact, from facts.cypher
// returns: session, has, event, said, person, evidence, fact, end, entity, rests_on, summary, parent, parent_summary
// first, in Browser: :param scope => 'demo'
// first, in Browser: :param id => 'fact-…'
CYPHER 25
MATCH (fact:Memory {scope: $scope, id: $id})
USING INDEX SEEK fact:Memory(scope, id)
WHERE fact:Fact
OPTIONAL MATCH (fact)-[evidence:EVIDENCE]->(event:Event)
OPTIONAL MATCH (session:Session)-[has:HAS]->(event)
OPTIONAL MATCH (event)-[said:SAID_BY]->(person:Person)
OPTIONAL MATCH (fact)-[end:SUBJECT|OBJECT]->(entity:Entity)
OPTIONAL MATCH (summary:Summary)-[rests_on:RESTS_ON]->(fact)
OPTIONAL MATCH (summary)-[parent:PARENT]->(parent_summary:Summary)
RETURN session, has, event, said, person, evidence, fact, end, entity, rests_on, summary, parent, parent_summary
