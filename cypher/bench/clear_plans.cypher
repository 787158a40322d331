// Let the server forget all plans of statements, and count them.
// access: read
// scope: none — the server has one cache for all scopes
// returns: value (a sentence with the number)
CALL db.clearQueryCaches() YIELD value
RETURN value
