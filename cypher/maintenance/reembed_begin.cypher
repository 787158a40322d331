// Note which embedding model a scope is to have.
// access: write
// scope: guarded
// param embedder: name of the model; null where no change is under way any more
// param dimension: length of its vectors, or null
// returns: scope; no row where there is no such scope
CYPHER 25
MATCH (home:Scope {scope: $scope})
SET home.next_embedder = $embedder, home.next_dimension = $dimension
RETURN home.scope AS scope
