// List the facts that rest on an event, newest first.
// access: read
// scope: guarded
// param id: id of the event
// param audiences: (fragment audience) the audiences of the reader
// returns: id, text, status, subject, predicate, object
CYPHER 25
MATCH (event:Memory {scope: $scope, id: $id})
USING INDEX SEEK event:Memory(scope, id)
MATCH (fact:Fact)-[:EVIDENCE]->(event)
WHERE fact.status <> 'retracted'
  //?audience AND fact.audience IN $audiences
RETURN fact.id AS id, fact.text AS text, fact.status AS status, fact.predicate AS predicate,
  COLLECT { MATCH (fact)-[:SUBJECT]->(entity:Entity) RETURN entity.name }[0] AS subject,
  coalesce(COLLECT { MATCH (fact)-[:OBJECT]->(entity:Entity) RETURN entity.name }[0], fact.object_text) AS object
ORDER BY fact.at DESC, fact.id
