// Find persons by ids, by an account, by a name, or all with accounts, last seen first; with their trust states.
// access: read
// scope: guarded
// param ids: ids of persons
// param platform: (fragment account) platform of an account
// param platform_id: (fragment account) its id there
// param key: (fragment named) a folded name
// param limit: (fragment all) maximum number of persons
// param now: (fragment gate) datetime
// param since: (fragment gate) datetime after which messages count
// param max_recent: (fragment gate) maximum number of these
// param suspected_since: (fragment gate) datetime after which suspicious marks count
// param last: (fragment marks) maximum number of marks
// returns: person (id), step (0 id, 1 account, 2 name, 3 all), properties (a map), identities, owner, first_seen,
//   edge (properties of the memory's trust edge without its activity sessions, or null), violations (list of [severity, at]),
//   recent and suspicious (fragment gate; lists of datetimes, newest first), marks (fragment marks; list of maps, newest first)
CYPHER 25
CALL () {
  UNWIND $ids AS id
  MATCH (person:Memory {scope: $scope, id: id})
  USING INDEX SEEK person:Memory(scope, id)
  WHERE person:Person
  RETURN person, 0 AS step
  //?account UNION
  //?account MATCH (identity:Identity {scope: $scope, platform: $platform, platform_id: $platform_id})-[:IDENTIFIES]->(person:Person)
  //?account USING INDEX SEEK identity:Identity(scope, platform, platform_id)
  //?account RETURN person, 1 AS step
  //?named UNION
  //?named MATCH (alias:Alias {scope: $scope, key: $key})-[:NAMES]->(person:Person)
  //?named USING INDEX SEEK alias:Alias(scope, key)
  //?named RETURN person, 2 AS step
  //?all UNION
  //?all MATCH (person:Person)
  // Without the hint the planner scans the persons of all scopes when there are few.
  //?all USING INDEX SEEK person:Person(scope, last_seen)
  //?all WHERE person.scope = $scope AND person.last_seen IS NOT NULL AND EXISTS { (:Identity)-[:IDENTIFIES]->(person) }
  // Both properties, so that the index is read backwards and no further than needed.
  //?all RETURN person, 3 AS step ORDER BY person.scope DESC, person.last_seen DESC LIMIT $limit
}
WITH person, min(step) AS step
OPTIONAL MATCH (edge:TrustEdge {truster: 'memory'})-[:TO]->(person)
RETURN person.id AS person, step, person {.*, embedding: null, states: null, terms: null} AS properties,
  COLLECT { MATCH (account:Identity)-[:IDENTIFIES]->(person) RETURN account.name ORDER BY account.name } AS identities,
  coalesce(person.owner, false) AS owner, person.first_seen AS first_seen,
  edge {.*, sittings: null} AS edge,
  COLLECT {
    MATCH (edge)-[:MARKED]->(mark:Mark)
    WHERE mark.kind = 'violation'
    RETURN [mark.severity, mark.at]
  } AS violations
  //?gate , COLLECT {
  //?gate   MATCH (account:Identity)-[:IDENTIFIES]->(person)
  //?gate   MATCH (event:Event)
  //?gate   WHERE event.scope = $scope AND event.speaker = account.name AND event.at > $since AND event.at <= $now AND event.event_kind = 'message'
  //?gate   RETURN event.at ORDER BY event.at DESC LIMIT $max_recent
  //?gate } AS recent
  //?gate , COLLECT {
  //?gate   MATCH (edge)-[:MARKED]->(mark:Mark)
  //?gate   WHERE mark.kind = 'suspicious' AND mark.at > $suspected_since
  //?gate   RETURN mark.at ORDER BY mark.at DESC
  //?gate } AS suspicious
  //?marks , COLLECT {
  //?marks   MATCH (edge)-[:MARKED]->(mark:Mark)
  //?marks   RETURN mark {.id, .kind, .severity, .reason, .at, .by, .event} ORDER BY mark.at DESC, mark.id LIMIT $last
  //?marks } AS marks
ORDER BY properties.last_seen DESC, person
