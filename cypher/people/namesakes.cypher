// Whether an owner bears a name, or one that looks like it, who is not the person of this account.
// access: read
// scope: guarded
// param skeleton: what the name looks like
// param platform: platform of the account
// param platform_id: its id there
// returns: name (of each such owner)
CYPHER 25
MATCH (owner:Person {scope: $scope, skeleton: $skeleton})
WHERE owner.owner AND NOT EXISTS { (:Identity {scope: $scope, platform: $platform, platform_id: $platform_id})-[:IDENTIFIES]->(owner) }
RETURN owner.name AS name
