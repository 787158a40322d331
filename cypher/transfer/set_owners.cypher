// Set who owns an imported scope: the persons of these accounts, and no one else.
// access: write
// scope: guarded
// param owners: accounts of the owners, sorted
// returns: owners (number of persons)
CYPHER 25
MERGE (memory:Scope {scope: $scope})
SET memory.owners = CASE WHEN size($owners) > 0 THEN $owners END
WITH memory
UNWIND $owners AS account
WITH account, split(account, ':')[0] AS platform
MATCH (identity:Identity {scope: $scope, platform: platform, platform_id: substring(account, size(platform) + 1)})-[:IDENTIFIES]->(person:Person)
USING INDEX SEEK identity:Identity(scope, platform, platform_id)
SET person.owner = true
RETURN count(DISTINCT person) AS owners
