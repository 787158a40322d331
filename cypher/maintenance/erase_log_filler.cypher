// Delete the nodes that `maintenance/fill_logs` wrote.
// access: write
// scope: none — the server has one log for all scopes
CYPHER 25
MATCH (filler:LogFiller)
DELETE filler
