// Write a large property, so that the server begins a new transaction log; null removes it.
// access: write
// scope: none — the server has one log for all scopes
// param text: text of the property, or null
CYPHER 25
MERGE (lock:SchemaLock {name: 'migrations'})
SET lock.filler = $text
