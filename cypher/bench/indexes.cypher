// All indexes and their state.
// access: schema
// scope: none — indexes serve all scopes
// returns: name, state
SHOW INDEXES YIELD name, state, type
WHERE type <> 'LOOKUP'
RETURN name, state ORDER BY name
