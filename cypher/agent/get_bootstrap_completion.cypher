// When an agent had got to know whom it works for.
// access: read
// scope: guarded
// returns: at (datetime, or null)
CYPHER 25
MATCH (memory:Scope {scope: $scope})
RETURN memory.bootstrapped_at AS at
