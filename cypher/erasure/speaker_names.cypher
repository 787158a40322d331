// List the names of the persons who have spoken.
// access: read
// scope: guarded
// returns: name
CYPHER 25
MATCH (person:Person)
WHERE person.scope = $scope AND person.last_seen IS NOT NULL
RETURN person.name AS name
