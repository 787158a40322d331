// Read the latest applied migration and the embedding model of the scope. A `Migration` of another program has no checksum.
// access: read
// scope: guarded
// returns: version (null if there is no schema), embedder, dimension, created (null if the scope is new)
CYPHER 25
OPTIONAL MATCH (migration:Migration) WHERE migration.version > 0 AND migration.checksum IS NOT NULL
WITH max(migration.version) AS version
OPTIONAL MATCH (scope:Scope {scope: $scope})
RETURN version, scope.embedder AS embedder, scope.dimension AS dimension, scope.created_at AS created
