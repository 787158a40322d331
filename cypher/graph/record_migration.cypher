// Record an applied migration.
// access: write
// scope: none — one schema serves all scopes
// param version: its number
// param name: the name of its file
// param checksum: SHA-256 of its file
// param now: datetime
// returns: nothing
CYPHER 25
MERGE (migration:Migration {version: $version})
  ON CREATE SET migration.name = $name, migration.checksum = $checksum, migration.applied_at = $now
