// Note that an agent has got to know whom it works for; the first time counts.
// access: write
// scope: guarded
// param now: datetime
// returns: at (datetime)
CYPHER 25
MATCH (memory:Scope {scope: $scope})
SET memory.bootstrapped_at = coalesce(memory.bootstrapped_at, $now)
RETURN memory.bootstrapped_at AS at
