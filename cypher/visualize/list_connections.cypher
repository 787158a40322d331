// The ties between some people, strongest first, and what they said of each other; each with what it rests on; for a picture.
// access: read
// scope: guarded
// param ids: ids of persons
// param predicates: predicates of facts that are a tie between two persons
// param least: strength of the weakest tie
// param limit: how many ties, and how many ratings, at most
// param quotes: of how many facts of a tie the words are told
// param audiences: (fragment audience) tokens of who may see
// param by: (fragment audience) ids of the only persons whose ratings are told
// param until: (fragment until) datetime, exclusive, after which nothing counts
// returns: one, other (ids), relationship, predicate (of a tie), strength, context, rating, reason (of what was said of somebody), at,
//   told (list of {text, words: list of {by, at, text}} of the facts that a tie rests on)
CYPHER 25
CALL () {
  UNWIND $ids AS id
  MATCH (person:Memory {scope: $scope, id: id})
  USING INDEX SEEK person:Memory(scope, id)
  WHERE person:Person
  MATCH (person)-[tie:CONNECTED|RELATES_TO]->(other:Person)
  WHERE (tie.relationship IS NOT NULL OR (tie.predicate IN $predicates
      //?audience AND tie.audience IN $audiences
    )) AND coalesce(tie.strength, 1.0) >= $least
    //?until AND coalesce(tie.at, tie.first_seen, datetime({year: 1})) < $until
  RETURN person, tie, other, coalesce(tie.strength, 1.0) AS strength ORDER BY strength DESC, person.id, other.id LIMIT $limit
  UNION ALL
  UNWIND $ids AS id
  MATCH (person:Memory {scope: $scope, id: id})
  USING INDEX SEEK person:Memory(scope, id)
  WHERE person:Person
    //?audience AND id IN $by
  MATCH (person)-[tie:TRUSTS]->(other:Person)
  WHERE tie.rating IS NOT NULL
    //?until AND tie.rated_at < $until
  RETURN person, tie, other, null AS strength ORDER BY tie.rated_at DESC, person.id, other.id LIMIT $limit
}
RETURN person.id AS one, other.id AS other, tie.relationship AS relationship, tie.predicate AS predicate, strength, tie.context AS context,
  tie.rating AS rating, coalesce(tie.rated_at, tie.at, tie.first_seen) AS at,
  COLLECT {
    MATCH (person)-[:EXTENDS]->(edge:TrustEdge)-[:TO]->(other)
    WHERE tie.rating IS NOT NULL AND edge.truster = person.id
    RETURN edge.reason LIMIT 1
  }[0] AS reason,
  COLLECT {
    UNWIND coalesce(tie.facts, [])[..$quotes] AS number
    MATCH (fact:Memory {scope: $scope, id: number})
    USING INDEX SEEK fact:Memory(scope, id)
    WHERE fact:Fact
    RETURN {text: fact.text, words: COLLECT {
      MATCH (fact)-[:EVIDENCE]->(event:Event)
      WHERE event.quarantine IS NULL
        //?audience AND event.audience IN $audiences
      RETURN {by: coalesce(event.speaker_name, event.speaker), at: event.at, text: left(event.text, 300)} ORDER BY event.at DESC LIMIT 1
    }}
  } AS told
