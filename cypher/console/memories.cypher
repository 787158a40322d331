// List the stored memories of a kind, newest first; for the console.
// access: read
// scope: guarded
// param kind: the kind
// param limit: the maximum number of memories
// returns: id, kind, name, text, at, audience, status (of a procedure, or null), archived (whether it is archived), section, key
CYPHER 25
MATCH (kept:Kept)
WHERE kept.scope = $scope AND kept.kind = $kind AND kept.at IS NOT NULL
// In the order of the index, so that no more rows than needed are read.
WITH kept ORDER BY kept.scope DESC, kept.kind DESC, kept.at DESC LIMIT $limit
RETURN kept.id AS id, kept.kind AS kind, kept.name AS name, left(kept.text, 600) AS text, kept.at AS at, kept.audience AS audience,
  kept.status AS status, kept.archived_at IS NOT NULL AS archived, kept.section AS section, kept.key AS key
