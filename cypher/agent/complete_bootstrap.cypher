// Record that the agent's bootstrap is complete; later calls keep the first time.
// access: write
// scope: guarded
// param now: datetime
// returns: at (datetime)
CYPHER 25
MATCH (scope:Scope {scope: $scope})
SET scope.bootstrapped_at = coalesce(scope.bootstrapped_at, $now)
RETURN scope.bootstrapped_at AS at
