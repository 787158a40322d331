// What is known about somebody or something: its facts with the messages that they rest on; best seen as a graph.
// access: read
// scope: guarded
// param name: its name, or another name of it, in small letters
// param limit: how many facts at most
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
