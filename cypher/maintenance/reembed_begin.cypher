// Record the embedding model that a scope is changing to.
// access: write
// scope: guarded
// param embedder: name of the model; null: no change is in progress
// param dimension: length of its vectors, or null
// returns: scope; no row if the scope does not exist
CYPHER 25
MATCH (home:Scope {scope: $scope})
SET home.next_embedder = $embedder, home.next_dimension = $dimension
RETURN home.scope AS scope
