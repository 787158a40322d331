// Record the state of the move of a scope; a null removes the property.
// access: write
// scope: guarded
// param marks: some of {move, move_holder, move_to, closed, lives_at, lives_in, lives_since, arrived, erased}
// param left: whether the scope has just moved to another server
// returns: scope
CYPHER 25
MATCH (home:Scope {scope: $scope})
SET home += $marks
FOREACH (one IN CASE WHEN $left THEN [home] ELSE [] END | SET one.moved_at = datetime.realtime())
RETURN home.scope AS scope
