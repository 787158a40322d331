// List people with their trust edge, owners first, then the most mentioned; for a picture.
// access: read
// scope: guarded
// param limit: the maximum number of people
// param audiences: (fragment audience) the audiences of the viewer
// param until: (fragment until) datetime, exclusive: only what is older
// returns: person (id), name, owner, accounts, first_seen, last_seen, mentions (only visible ones), edge (properties, or null),
//   violations (list of [severity, at])
CYPHER 25
MATCH (person:Person)
WHERE person.scope = $scope AND person.name IS NOT NULL
  //?until AND coalesce(person.first_seen, person.created_at) < $until
  //?audience AND (NOT EXISTS { (:Event)-[:MENTIONS]->(person) } OR EXISTS { (:Identity)-[:IDENTIFIES]->(person) } OR EXISTS {
  //?audience   MATCH (event:Event)-[:MENTIONS]->(person)
  //?audience   WHERE event.quarantine IS NULL AND event.audience IN $audiences
  //?audience })
WITH person, coalesce(person.mention_count, 0) AS mentions
//?audience WITH person, COUNT { MATCH (event:Event)-[:MENTIONS]->(person) WHERE event.audience IN $audiences } AS mentions
WITH person, mentions ORDER BY coalesce(person.owner, false) DESC, mentions DESC, person.name, person.id LIMIT $limit
OPTIONAL MATCH (edge:TrustEdge {truster: 'memory'})-[:TO]->(person)
RETURN person.id AS person, person.name AS name, coalesce(person.owner, false) AS owner,
  COLLECT { MATCH (account:Identity)-[:IDENTIFIES]->(person) RETURN account.name ORDER BY account.name LIMIT 5 } AS accounts,
  person.first_seen AS first_seen, person.last_seen AS last_seen, mentions, edge {.*} AS edge,
  COLLECT {
    MATCH (edge)-[:MARKED]->(mark:Mark)
    WHERE mark.kind = 'violation'
      //?until AND mark.at < $until
    RETURN [mark.severity, mark.at]
  } AS violations
