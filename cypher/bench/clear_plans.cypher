// Clear the query plan cache of the server, and return the number of cleared plans.
// access: read
// scope: none — the server has one cache for all scopes
// returns: value (a sentence with the number)
CALL db.clearQueryCaches() YIELD value
RETURN value
