// Find the facts of preferences that the messages state from which preferences were learnt.
// access: read
// scope: guarded
// param ids: ids of the learnings
// returns: fact (id), stated (its object), learnt (the text of the learning)
CYPHER 25
UNWIND $ids AS id
MATCH (learning:Memory {scope: $scope, id: id})-[:RESTS_ON]->(event:Event)<-[:EVIDENCE]-(fact:Fact)
USING INDEX SEEK learning:Memory(scope, id)
WHERE fact.predicate = 'prefers' AND fact.current AND fact.status = 'current'
RETURN DISTINCT fact.id AS fact, coalesce(fact.object_text, fact.text) AS stated, learning.text AS learnt
