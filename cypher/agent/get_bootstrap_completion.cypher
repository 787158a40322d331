// Get the time at which the agent's bootstrap was completed.
// access: read
// scope: guarded
// returns: at (datetime, or null)
CYPHER 25
MATCH (scope:Scope {scope: $scope})
RETURN scope.bootstrapped_at AS at
