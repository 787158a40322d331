// Find owners with this name, or one that looks like it, other than the person of this account.
// access: read
// scope: guarded
// param skeleton: skeleton of the name
// param platform: platform of the account
// param platform_id: its id there
// returns: name (of each)
CYPHER 25
MATCH (owner:Person {scope: $scope, skeleton: $skeleton})
WHERE owner.owner AND NOT EXISTS { (:Identity {scope: $scope, platform: $platform, platform_id: $platform_id})-[:IDENTIFIES]->(owner) }
RETURN owner.name AS name
