// Remove a note.
// access: write
// scope: guarded
// param id: id of the note
// returns: removed (number of notes)
CYPHER 25
MATCH (note:Memory {scope: $scope, id: $id})
USING INDEX SEEK note:Memory(scope, id)
WHERE note:Note
DETACH DELETE note
RETURN count(*) AS removed
