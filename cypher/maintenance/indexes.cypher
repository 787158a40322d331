// The search indexes and their state.
// access: schema
// scope: none — indexes serve all scopes
// returns: name, state
SHOW INDEXES YIELD name, state
WHERE name IN ['memory_embedding', 'memory_text']
RETURN name, state ORDER BY name
