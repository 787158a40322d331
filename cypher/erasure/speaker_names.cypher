// List the names of the persons who have spoken.
// access: read
// scope: guarded
// returns: id, name
CYPHER 25
MATCH (person:Person)
WHERE person.scope = $scope AND person.last_seen IS NOT NULL
  // One who is only named, as in a message of the agent, has not spoken.
  AND EXISTS { (person)<-[:IDENTIFIES]-() }
RETURN person.id AS id, person.name AS name
