// The way of one fact: the words that it was read in, who said them and where, what it is about, and the summaries that tell it; a picture.
// access: read
// scope: guarded
// param id: of the fact, as facts.cypher lists them
// returns: session, has, event, said, person, evidence, fact, end, entity, rests, summary, parent, above
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
OPTIONAL MATCH (summary:Summary)-[rests:RESTS_ON]->(fact)
OPTIONAL MATCH (summary)-[parent:PARENT]->(above:Summary)
RETURN session, has, event, said, person, evidence, fact, end, entity, rests, summary, parent, above
