// Reset the bootstrap state of a scope, so that the agent asks for its identity again.
// access: write
// scope: guarded
// returns: scopes
CYPHER 25
MATCH (memory:Scope {scope: $scope})
SET memory.bootstrapped_at = null
RETURN count(*) AS scopes
