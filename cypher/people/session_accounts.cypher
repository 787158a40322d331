// List the persons whose accounts have spoken in a session.
// access: read
// scope: guarded
// param session: canonical id of the session
// returns: person (id)
CYPHER 25
MATCH (session:Session {scope: $scope, id: $session})
UNWIND session.speakers AS account
WITH account, split(account, ':')[0] AS platform
MATCH (identity:Identity {scope: $scope, platform: platform, platform_id: substring(account, size(platform) + 1)})-[:IDENTIFIES]->(person:Person)
USING INDEX SEEK identity:Identity(scope, platform, platform_id)
RETURN DISTINCT person.id AS person
