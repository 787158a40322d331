// Return the persons of accounts.
// access: read
// scope: guarded
// param accounts: list of {platform, platform_id}
// returns: account (platform:id), person (id), name
CYPHER 25
UNWIND $accounts AS row
MATCH (identity:Identity {scope: $scope, platform: row.platform, platform_id: row.platform_id})-[:IDENTIFIES]->(person:Person)
USING INDEX SEEK identity:Identity(scope, platform, platform_id)
RETURN identity.platform + ':' + identity.platform_id AS account, person.id AS person, person.name AS name
