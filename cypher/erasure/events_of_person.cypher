// Find the events to erase with a person: their own, those only they may read, and sessions in which only they and the agent spoke.
// access: read
// scope: guarded
// param person: id of the person
// param tokens: audience tokens of the person alone
// param limit: maximum number
// returns: id
CYPHER 25
MATCH (person:Memory {scope: $scope, id: $person})
USING INDEX SEEK person:Memory(scope, id)
CALL (person) {
  MATCH (person)<-[:SAID_BY]-(event:Event)
  RETURN event.id AS id LIMIT $limit
  UNION
  MATCH (person)<-[:IDENTIFIES]-(account:Identity)
  WITH person, collect(account.name) AS accounts
  MATCH (person)<-[:SAID_BY]-(:Event)<-[:HAS]-(session:Session)
  WITH DISTINCT session, accounts
  WITH session, NOT EXISTS {
    MATCH (other:Event)
    WHERE other.scope = $scope AND other.session = session.id AND other.seq >= 0 AND other.role = 'user'
      AND other.speaker IS NOT NULL AND NOT other.speaker IN accounts
  } AS is_only_user
  MATCH (event:Event)
  WHERE event.scope = $scope AND event.session = session.id AND event.seq >= 0 AND (is_only_user OR event.audience IN $tokens)
  RETURN event.id AS id LIMIT $limit
}
RETURN DISTINCT id LIMIT $limit
