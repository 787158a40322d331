// Let a scope's agent not know who it is: it gets to know whom it works for anew.
// access: write
// scope: guarded
// returns: scopes
CYPHER 25
MATCH (memory:Scope {scope: $scope})
SET memory.bootstrapped_at = null
RETURN count(*) AS scopes
