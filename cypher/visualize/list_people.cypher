// List people with their trust edge: owners first, then those with accounts, those related to them, and the most mentioned; for a picture.
// access: read
// scope: guarded
// param limit: the maximum number of people
// param owners: accounts of the owners
// param predicates: predicates of facts that connect two people
// param pets: words for animals
// param audiences: (fragment audience) the audiences of the viewer
// param until: (fragment until) datetime, exclusive: only what is older
// returns: person (id), name, owner, accounts, roles (of some of their messages), is_related (to a person with an account), is_pet,
//   first_seen and last_seen (in microseconds since 1970, as the last message of the edge; the driver reads times slowly),
//   mentions (only visible ones), edge (properties, or null), violations (list of [severity, at])
CYPHER 25
MATCH (person:Person)
WHERE person.scope = $scope AND person.name IS NOT NULL
  //?until AND coalesce(person.first_seen, person.created_at) < $until
  //?audience AND (coalesce(person.owner, false) OR NOT EXISTS { (:Event)-[:MENTIONS|SAID_BY]->(person) } OR EXISTS {
  //?audience   MATCH (event:Event)-[:SAID_BY]->(person)
  //?audience   WHERE event.audience IN $audiences
  //?audience } OR EXISTS {
  //?audience   MATCH (event:Event)-[:MENTIONS]->(person)
  //?audience   WHERE event.quarantine IS NULL AND event.audience IN $audiences
  //?audience })
WITH person, coalesce(person.mention_count, 0) AS mentions,
  COLLECT { MATCH (account:Identity)-[:IDENTIFIES]->(person) RETURN account.name ORDER BY account.name LIMIT 50 } AS accounts
//?audience WITH person, accounts, COUNT { MATCH (event:Event)-[:MENTIONS]->(person) WHERE event.audience IN $audiences } AS mentions
WITH person, mentions, accounts, coalesce(person.owner, false) OR any(account IN accounts WHERE account IN $owners) AS owner,
  EXISTS {
    MATCH (person)-[tie:CONNECTED|RELATES_TO]-(:Person)<-[:IDENTIFIES]-(:Identity)
    WHERE tie.relationship IS NOT NULL OR (tie.predicate IN $predicates
      //?audience AND tie.audience IN $audiences
    )
  } AS is_related
ORDER BY owner DESC, size(accounts) > 0 DESC, is_related DESC, mentions DESC, person.name, person.id LIMIT $limit
OPTIONAL MATCH (edge:TrustEdge {truster: 'memory'})-[:TO]->(person)
RETURN person.id AS person, person.name AS name, owner, accounts, is_related,
  COLLECT { MATCH (person)<-[:SAID_BY]-(event:Event) WITH event LIMIT 20 RETURN DISTINCT event.role } AS roles,
  CASE WHEN size(accounts) > 0 THEN false ELSE EXISTS {
    MATCH (person)<-[:OBJECT]-(fact:Fact)
    WHERE fact.predicate = 'has_pet' AND fact.status <> 'retracted'
      //?audience AND fact.audience IN $audiences
  } OR EXISTS {
    MATCH (person)<-[:SUBJECT]-(fact:Fact)
    WHERE fact.predicate = 'be' AND fact.status <> 'retracted' AND any(word IN split(toLower(fact.object_text), ' ') WHERE word IN $pets)
      //?audience AND fact.audience IN $audiences
  } END AS is_pet,
  person.first_seen.epochMillis * 1000 AS first_seen, person.last_seen.epochMillis * 1000 AS last_seen, mentions,
  edge {.*, created_at: null, updated_at: null, last_message: edge.last_message.epochMillis * 1000} AS edge,
  COLLECT {
    MATCH (edge)-[:MARKED]->(mark:Mark)
    WHERE mark.kind = 'violation'
      //?until AND mark.at < $until
    RETURN [mark.severity, mark.at]
  } AS violations
