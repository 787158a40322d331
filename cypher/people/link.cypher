// Link an account to a person unless it has one already.
// access: write
// scope: guarded
// param id: id of the person
// param platform: platform of the account
// param platform_id: its id there
// param name: the account, as platform:id
// param now: datetime
// returns: person (id of the person that the account belongs to now)
CYPHER 25
MATCH (person:Memory {scope: $scope, id: $id})
USING INDEX SEEK person:Memory(scope, id)
WHERE person:Person
MERGE (account:Identity {scope: $scope, platform: $platform, platform_id: $platform_id})
  ON CREATE SET account.name = $name, account.created_at = $now
// Locks the account, so that of two concurrent calls the second sees the link of the first.
SET account.name = $name
WITH person, account
CALL (person, account) {
  WITH person, account
  WHERE NOT EXISTS { (account)-[:IDENTIFIES]->(:Person) }
  CREATE (account)-[:IDENTIFIES]->(person)
}
MATCH (account)-[:IDENTIFIES]->(linked:Person)
RETURN linked.id AS person
