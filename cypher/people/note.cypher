// Add a note about a person, once, unless the maximum number of notes is reached.
// access: write
// scope: guarded
// param person: id of the person
// param id: id of the note
// param max_notes: maximum number of notes about a person
// param properties: name, text, terms, audience and by (the author, or null) of the note
// param at: the date of the note
// param now: datetime
// returns: id (of the note), written (whether it was written, now or before)
CYPHER 25
MATCH (person:Memory {scope: $scope, id: $person})
USING INDEX SEEK person:Memory(scope, id)
WHERE person:Person
// Locks the person before their notes are counted.
SET person.updated_at = $now
WITH person
CALL (person) {
  WITH person
  WHERE COUNT { (:Note)-[:ABOUT]->(person) } < $max_notes
  MERGE (note:Memory {scope: $scope, id: $id})
    ON CREATE SET note:Note, note += $properties, note.kind = 'note', note.current = true, note.at = $at, note.created_at = $now,
      note.updated_at = $now
  MERGE (note)-[:ABOUT]->(person)
}
RETURN $id AS id, EXISTS { (:Note {scope: $scope, id: $id})-[:ABOUT]->(person) } AS written
