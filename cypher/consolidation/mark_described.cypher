// Note up to where the diary was told of sessions.
// access: write
// scope: guarded
// param rows: list of {session (id), told (one behind the last event)}, sorted by session
// returns: nothing
CYPHER 25
UNWIND $rows AS row
MATCH (session:Session {scope: $scope, id: row.session})
SET session.told = CASE WHEN coalesce(session.told, 0) < row.told THEN row.told ELSE session.told END
