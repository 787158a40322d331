// Read the ratings around two people that tell how the one would rate the other.
// access: read
// scope: guarded
// param truster: id of the person who would rate
// param trustee: id of the person who would be rated
// param received: how many of the newest ratings of the trustee
// param given: how many of the newest ratings by the truster
// param by: (fragment by) ids of the only people whose word about the trustee counts
// returns: own, returned (maps of rating and at, or null), since (seconds since the epoch, as all times here, or null), received
//   (maps of by, rating, at, and what is known of the rater), given (maps of whom, rating, at, and how many rate them well and
//   badly); no row where one of the two is not there
CYPHER 25
MATCH (truster:Memory {scope: $scope, id: $truster})
USING INDEX SEEK truster:Memory(scope, id)
WHERE truster:Person
WITH truster LIMIT 1
MATCH (trustee:Memory {scope: truster.scope, id: $trustee})
USING INDEX SEEK trustee:Memory(scope, id)
WHERE trustee:Person
WITH truster, trustee LIMIT 1
CALL (truster, trustee) {
  OPTIONAL MATCH (truster)-[own:TRUSTS]->(trustee)
  WHERE own.rating IS NOT NULL
  RETURN own LIMIT 1
}
CALL (truster, trustee) {
  OPTIONAL MATCH (trustee)-[returned:TRUSTS]->(truster)
  WHERE returned.rating IS NOT NULL
  RETURN returned LIMIT 1
}
CALL (trustee) {
  MATCH (trustee)-[any:TRUSTS]-(:Person)
  RETURN min(any.rated_at).epochMillis / 1000.0 AS since
}
CALL (truster, trustee) {
  MATCH (truster)-[said:TRUSTS]->(whom:Person)
  WHERE said.rating IS NOT NULL AND whom <> trustee
  WITH said, whom ORDER BY said.rated_at DESC, said.rating, whom.id LIMIT $given
  CALL (whom) {
    MATCH (whom)<-[other:TRUSTS]-(:Person)
    RETURN count(CASE WHEN other.rating > 0 THEN 1 END) AS good, count(CASE WHEN other.rating < 0 THEN 1 END) AS bad
  }
  RETURN collect({whom: whom.id, node: whom, rating: said.rating, at: said.rated_at.epochMillis / 1000.0, good: good, bad: bad}) AS told
}
CALL (truster, trustee, told) {
  WITH truster, trustee, [one IN told WHERE one.rating > 0 | one.node] AS liked, [one IN told WHERE one.rating < 0 | one.node] AS disliked
  MATCH (trustee)<-[said:TRUSTS]-(rater:Person)
  WHERE said.rating IS NOT NULL AND rater <> truster
    //?by AND rater.id IN $by
  WITH trustee, liked, disliked, said, rater ORDER BY said.rated_at DESC, said.rating, rater.id LIMIT $received
  CALL (trustee, liked, disliked, rater) {
    MATCH (rater)-[also:TRUSTS]->(whom:Person)
    WHERE also.rating IS NOT NULL AND whom <> trustee
    WITH also.rating > 0 AS good, whom IN liked AS by_both, whom IN disliked AS by_neither
    RETURN count(CASE WHEN good THEN 1 END) AS praises, count(CASE WHEN NOT good THEN 1 END) AS blames,
      count(CASE WHEN good AND by_both OR NOT good AND by_neither THEN 1 END) AS agrees,
      count(CASE WHEN good AND by_neither OR NOT good AND by_both THEN 1 END) AS differs
  }
  CALL (rater) {
    MATCH (rater)<-[other:TRUSTS]-(:Person)
    RETURN count(CASE WHEN other.rating > 0 THEN 1 END) AS praised, count(CASE WHEN other.rating < 0 THEN 1 END) AS blamed
  }
  RETURN collect({
    by: rater.id, rating: said.rating, at: said.rated_at.epochMillis / 1000.0,
    praised: praised, blamed: blamed, praises: praises, blames: blames, agrees: agrees, differs: differs
  }) AS received
}
RETURN own {.rating, at: own.rated_at.epochMillis / 1000.0} AS own, returned {.rating, at: returned.rated_at.epochMillis / 1000.0} AS returned, since, received,
  [one IN told | one {.whom, .rating, .at, .good, .bad}] AS given
