// People with how they stand, the ties between them and what they said of each other, each with what it rests on; for a picture.
// access: read
// scope: guarded
// param predicates: predicates of facts that are a tie between two persons
// param least: strength of the weakest tie
// param limit: how many persons at most, those most spoken of first
// param most: how many ties, and how many ratings, at most
// param quotes: of how many facts of a tie the words are told
// param audiences: (fragment audience) tokens of who may see
// param by: (fragment audience) ids of the only persons whose ratings are told
// param until: (fragment until) datetime, exclusive, after which nothing counts
// returns: people (list of {person (id), name, owner, accounts, first_seen, last_seen, mentions, edge, violations}), total (how many there are),
//   ties (list of {one, other (ids), relationship, predicate, strength, context, at, told: facts with their words}),
//   ratings (list of {one, other, rating, at, reason}), strongest and newest first
CYPHER 25
CALL () {
  MATCH (person:Person)
  WHERE person.scope = $scope AND person.name IS NOT NULL
    //?until AND coalesce(person.first_seen, person.created_at) < $until
    //?audience AND (NOT EXISTS { (:Event)-[:MENTIONS]->(person) } OR EXISTS { (:Identity)-[:IDENTIFIES]->(person) } OR EXISTS {
    //?audience   MATCH (event:Event)-[:MENTIONS]->(person)
    //?audience   WHERE event.quarantine IS NULL AND event.audience IN $audiences
    //?audience })
  WITH person ORDER BY coalesce(person.owner, false) DESC, person.mention_count DESC, person.name, person.id
  WITH collect(person) AS everybody
  RETURN everybody[..$limit] AS all, size(everybody) AS total
}
CALL (all) {
  UNWIND all AS person
  MATCH (person)-[tie:CONNECTED|RELATES_TO]->(other:Person)
  WHERE (tie.relationship IS NOT NULL OR (tie.predicate IN $predicates
      //?audience AND tie.audience IN $audiences
    )) AND coalesce(tie.strength, 1.0) >= $least
    //?until AND coalesce(tie.at, tie.first_seen, datetime({year: 1})) < $until
  WITH person, tie, other ORDER BY coalesce(tie.strength, 1.0) DESC, person.id, other.id LIMIT $most
  RETURN collect({one: person.id, other: other.id, relationship: tie.relationship, predicate: tie.predicate,
    strength: coalesce(tie.strength, 1.0), context: tie.context, at: coalesce(tie.at, tie.first_seen),
    told: COLLECT {
      UNWIND coalesce(tie.facts, [])[..$quotes] AS id
      MATCH (fact:Memory {scope: $scope, id: id})
      USING INDEX SEEK fact:Memory(scope, id)
      WHERE fact:Fact
      RETURN {text: fact.text, words: COLLECT {
        MATCH (fact)-[:EVIDENCE]->(event:Event)
        WHERE event.quarantine IS NULL
          //?audience AND event.audience IN $audiences
        RETURN {by: coalesce(event.speaker_name, event.speaker), at: event.at, text: left(event.text, 300)} ORDER BY event.at DESC LIMIT 1
      }}
    }}) AS ties
}
CALL (all) {
  UNWIND all AS person
  MATCH (person)-[said:TRUSTS]->(other:Person)
  WHERE said.rating IS NOT NULL
    //?audience AND person.id IN $by
    //?until AND said.rated_at < $until
  WITH person, said, other ORDER BY said.rated_at DESC, person.id, other.id LIMIT $most
  RETURN collect({one: person.id, other: other.id, rating: said.rating, at: said.rated_at, reason: COLLECT {
    MATCH (person)-[:EXTENDS]->(edge:TrustEdge)-[:TO]->(other)
    WHERE edge.truster = person.id
    RETURN edge.reason LIMIT 1
  }[0]}) AS ratings
}
CALL (all) {
  UNWIND all AS person
  OPTIONAL MATCH (edge:TrustEdge {truster: 'memory'})-[:TO]->(person)
  RETURN collect({
    person: person.id, name: person.name, owner: coalesce(person.owner, false), first_seen: person.first_seen, last_seen: person.last_seen,
    accounts: COLLECT { MATCH (account:Identity)-[:IDENTIFIES]->(person) RETURN account.name ORDER BY account.name },
    mentions: coalesce(person.mention_count, 0), edge: edge {.*},
    //?audience heard: COUNT { MATCH (event:Event)-[:MENTIONS]->(person) WHERE event.audience IN $audiences },
    violations: COLLECT {
      MATCH (edge)-[:MARKED]->(mark:Mark)
      WHERE mark.kind = 'violation'
        //?until AND mark.at < $until
      RETURN [mark.severity, mark.at]
    }}) AS people
}
RETURN people, total, ties, ratings
