// Take the lock of migrations, if nobody holds it or its holder's time is over.
// access: write
// scope: none — one schema serves all scopes
// param holder: id of who asks
// param now: datetime
// param until: datetime at which the lock lapses
// returns: held (whether the asker holds it now)
CYPHER 25
MERGE (lock:SchemaLock {name: 'migrations'})
SET lock.asked_at = $now
WITH lock
WHERE lock.holder IS NULL OR lock.holder = $holder OR lock.until < $now
SET lock.holder = $holder, lock.until = $until
RETURN true AS held
