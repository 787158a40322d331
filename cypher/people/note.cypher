// Write down something about a person, once, where they have not too many notes already.
// access: write
// scope: guarded
// param person: id of the person
// param id: id of the note
// param most: how many notes a person has at most
// param properties: name, text, terms, audience and by (who wrote it, or null) of the note
// param now: datetime
// returns: id (of the note), written (whether there was room for it, or it was there before)
CYPHER 25
MATCH (person:Memory {scope: $scope, id: $person})
USING INDEX SEEK person:Memory(scope, id)
WHERE person:Person
// This write takes the person's lock before their notes are counted.
SET person.updated_at = $now
WITH person
CALL (person) {
  WITH person
  WHERE COUNT { (:Note)-[:ABOUT]->(person) } < $most
  MERGE (note:Memory {scope: $scope, id: $id})
    ON CREATE SET note:Note, note += $properties, note.kind = 'note', note.current = true, note.at = $now, note.created_at = $now,
      note.updated_at = $now
  MERGE (note)-[:ABOUT]->(person)
}
RETURN $id AS id, EXISTS { (:Note {scope: $scope, id: $id})-[:ABOUT]->(person) } AS written
