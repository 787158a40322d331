// Record up to which sequence number the events of sessions are described in the diary.
// access: write
// scope: guarded
// param rows: list of {session (id), described (one more than the sequence number of the last event)}, sorted by session
// returns: nothing
CYPHER 25
UNWIND $rows AS row
MATCH (session:Session {scope: $scope, id: row.session})
SET session.told = CASE WHEN coalesce(session.told, 0) < row.described THEN row.described ELSE session.told END
