// Return whether the scope has an owner.
// access: read
// scope: guarded
// returns: has_owner
OPTIONAL MATCH (home:Scope {scope: $scope})
RETURN size(coalesce(home.owners, [])) > 0 AS has_owner
