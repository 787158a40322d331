// Take the migration lock, if it is free or has expired.
// access: write
// scope: none — one schema serves all scopes
// param holder: id of the requesting process
// param now: datetime
// param until: datetime at which the lock expires
// returns: held (true), or no row if another process holds the lock
CYPHER 25
MERGE (lock:SchemaLock {name: 'migrations'})
SET lock.asked_at = $now
WITH lock
WHERE lock.holder IS NULL OR lock.holder = $holder OR lock.until < $now
SET lock.holder = $holder, lock.until = $until
RETURN true AS held
