// List which of these persons speak together in rooms, for those who may confirm each other.
// access: read
// scope: guarded
// param persons: ids of persons; owners among them are left out
// returns: rooms (lists of the persons among them who speak in one session, each list once)
CYPHER 25
CALL () {
  UNWIND $persons AS id
  MATCH (requested:Memory {scope: $scope, id: id})
  USING INDEX SEEK requested:Memory(scope, id)
  OPTIONAL MATCH (requested)-[:MERGED_INTO]->(keep:Person)
  WITH DISTINCT coalesce(keep, requested) AS person WHERE NOT coalesce(person.owner, false)
  MATCH (identity:Identity)-[:IDENTIFIES]->(person)
  WITH collect([identity.name, person.id]) AS accounts, count(DISTINCT person) AS persons
  RETURN CASE WHEN persons > 1 THEN accounts ELSE [] END AS accounts
}
MATCH (chat:Session)
// Where one person alone talks with agents, no one could object.
WHERE size(accounts) > 0 AND chat.scope = $scope AND chat.id IS NOT NULL
  AND size([name IN chat.speakers WHERE NOT name STARTS WITH 'agent:']) > 1
WITH [account IN accounts WHERE account[0] IN chat.speakers | account[1]] AS present WHERE size(present) > 0
RETURN collect(DISTINCT present) AS rooms
