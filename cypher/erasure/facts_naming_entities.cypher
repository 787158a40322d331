// List the facts whose texts contain the names of entities.
// access: read
// scope: guarded
// param ids: ids of the entities
// returns: id, predicate, polarity, subject (name), object (name or value), text, template (of an observation, else null),
//   domain, category and key (null where it has no slot key)
CYPHER 25
UNWIND $ids AS id
MATCH (entity:Memory {scope: $scope, id: id})<-[:SUBJECT|OBJECT]-(fact:Memory)
USING INDEX SEEK entity:Memory(scope, id)
WITH DISTINCT fact
RETURN fact.id AS id, fact.predicate AS predicate, fact.polarity AS polarity, fact.text AS text, fact.template AS template,
  fact.domain AS domain, fact.category AS category, fact.key AS key,
  COLLECT { MATCH (fact)-[:SUBJECT]->(one:Memory) RETURN one.name }[0] AS subject,
  coalesce(COLLECT { MATCH (fact)-[:OBJECT]->(one:Memory) RETURN one.name }[0], fact.object_text) AS object
