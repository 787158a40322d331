// List the running transactions; runs on the server that takes the writes.
// access: write
// scope: none — the server does not record which scope a transaction writes to
// param database: only transactions of this database
// returns: ids
CYPHER 25
SHOW TRANSACTIONS YIELD transactionId, database AS target
WHERE target = $database
RETURN collect(transactionId) AS ids
