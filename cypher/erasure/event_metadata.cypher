// List the metadata that programs attached to events.
// access: read
// scope: guarded
// returns: id, metadata (JSON)
CYPHER 25
MATCH (event:Event)
WHERE event.scope = $scope AND event.session IS NOT NULL AND event.seq >= 0 AND event.metadata IS NOT NULL
RETURN event.id AS id, event.metadata AS metadata
