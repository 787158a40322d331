// The transactions that are under way; asked of the server that takes the writes.
// access: write
// scope: none — nobody knows which scope a transaction writes to
// param database: only those of this one
// returns: ids
CYPHER 25
SHOW TRANSACTIONS YIELD transactionId, database AS place
WHERE place = $database
RETURN collect(transactionId) AS ids
