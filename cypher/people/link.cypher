// Join an account to a person, where it has none of its own.
// access: write
// scope: guarded
// param id: id of the person
// param platform: platform of the account
// param platform_id: its id there
// param name: the account, as platform:id
// param now: datetime
// returns: owner (id of the person that it belongs to now)
CYPHER 25
MATCH (person:Memory {scope: $scope, id: $id})
USING INDEX SEEK person:Memory(scope, id)
WHERE person:Person
MERGE (account:Identity {scope: $scope, platform: $platform, platform_id: $platform_id})
  ON CREATE SET account.name = $name, account.created_at = $now
// This write takes the account's lock: of two who join it at once, the second finds the first.
SET account.name = $name
WITH person, account
CALL (person, account) {
  WITH person, account
  WHERE NOT EXISTS { (account)-[:IDENTIFIES]->(:Person) }
  CREATE (account)-[:IDENTIFIES]->(person)
}
MATCH (account)-[:IDENTIFIES]->(whose:Person)
RETURN whose.id AS owner
