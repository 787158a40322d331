// The newest migration that was applied, and what the scope was made with.
// access: read
// scope: guarded
// returns: version (null where there is no schema), embedder, dimension, created (null where the scope is new)
CYPHER 25
OPTIONAL MATCH (migration:Migration) WHERE migration.version > 0
WITH max(migration.version) AS version
OPTIONAL MATCH (memory:Scope {scope: $scope})
RETURN version, memory.embedder AS embedder, memory.dimension AS dimension, memory.created_at AS created
