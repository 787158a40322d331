// Release the migration lock.
// access: write
// scope: none — one schema serves all scopes
// param holder: id of the process that holds it
// returns: nothing
CYPHER 25
MATCH (lock:SchemaLock {name: 'migrations'})
WHERE lock.holder = $holder
SET lock.holder = null
