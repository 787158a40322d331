// List the connections between some people, strongest first, and their ratings of each other, with evidence; for a picture.
// access: read
// scope: guarded
// param ids: ids of people
// param predicates: predicates of facts that connect two people
// param min_strength: the minimum strength of a connection
// param limit: the maximum number of connections, and of ratings
// param max_quotes: the maximum number of facts of a connection to return
// param audiences: (fragment audience) the audiences of the viewer
// param by: (fragment audience) ids of the people whose ratings are visible
// param until: (fragment until) datetime, exclusive: only what is older
// returns: one, other (ids), relationship, predicate, strength, context, rating, reason (of the rating), at,
//   facts (list of {text, quotes: list of {by, at, text}} that support the connection)
CYPHER 25
CALL () {
  UNWIND $ids AS id
  MATCH (person:Memory {scope: $scope, id: id})
  USING INDEX SEEK person:Memory(scope, id)
  WHERE person:Person
  MATCH (person)-[tie:CONNECTED|RELATES_TO]->(other:Person)
  WHERE (tie.relationship IS NOT NULL OR (tie.predicate IN $predicates
      //?audience AND tie.audience IN $audiences
    )) AND coalesce(tie.strength, 1.0) >= $min_strength
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
    UNWIND coalesce(tie.facts, [])[..$max_quotes] AS fact_id
    MATCH (fact:Memory {scope: $scope, id: fact_id})
    USING INDEX SEEK fact:Memory(scope, id)
    WHERE fact:Fact
    RETURN {text: fact.text, quotes: COLLECT {
      MATCH (fact)-[:EVIDENCE]->(event:Event)
      WHERE event.quarantine IS NULL
        //?audience AND event.audience IN $audiences
      RETURN {by: coalesce(event.speaker_name, event.speaker), at: event.at, text: left(event.text, 300)} ORDER BY event.at DESC LIMIT 1
    }}
  } AS facts
