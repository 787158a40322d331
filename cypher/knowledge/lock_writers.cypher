// Take the scope's write lock until the transaction ends.
// access: write
// scope: guarded
// param now: datetime
// returns: nothing
CYPHER 25
MERGE (turn:Turn {scope: $scope})
SET turn.at = $now
