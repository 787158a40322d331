// Facts about an entity: its facts with the messages that support them; best viewed as a graph.
// access: read
// scope: guarded
// param name: a name of the entity, in lower case
// param limit: the maximum number of facts
// returns: entity, subject, fact, object, thing, evidence, event
// first, in Browser: :param scope => 'demo'
// first, in Browser: :param name => 'maria'
// first, in Browser: :param limit => 25
CYPHER 25
MATCH (alias:Alias {scope: $scope, key: $name})-[:NAMES]->(entity:Entity)
CALL (entity) {
  MATCH (fact:Fact)
  USING INDEX SEEK fact:Fact(scope, subject, predicate)
  WHERE fact.scope = $scope AND fact.subject = entity.id AND fact.predicate >= ''
  RETURN fact ORDER BY fact.at DESC, fact.id LIMIT $limit
}
MATCH (fact)-[subject:SUBJECT]->(entity)
OPTIONAL MATCH (fact)-[object:OBJECT]->(thing:Entity)
OPTIONAL MATCH (fact)-[evidence:EVIDENCE]->(event:Event)
RETURN entity, subject, fact, object, thing, evidence, event ORDER BY fact.at DESC, event.at
