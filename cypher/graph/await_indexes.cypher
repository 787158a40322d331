// Wait until every index is online.
// access: schema
// scope: none — one schema serves all scopes
// param seconds: how long at most
// returns: nothing
CALL db.awaitIndexes($seconds)
