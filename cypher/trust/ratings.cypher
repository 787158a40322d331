// Read the ratings around a truster and a trustee, from which trust is inferred.
// access: read
// scope: guarded
// param truster: id of the person who would rate
// param trustee: id of the person who would be rated
// param max_received: maximum number of the newest ratings of the trustee
// param max_given: maximum number of the newest ratings by the truster
// param by: (fragment by) ids of the only persons whose ratings of the trustee count
// returns: own, returned (maps of rating and at, or null), since (seconds since the epoch, like all times here, or null), received
//   (maps of by, rating, at, and counts about the rater), given (maps of trustee, rating, at, and the counts good and bad of the
//   ratings of that trustee); no row if one of the two does not exist
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
  MATCH (truster)-[rating:TRUSTS]->(rated:Person)
  WHERE rating.rating IS NOT NULL AND rated <> trustee
  WITH rating, rated ORDER BY rating.rated_at DESC, rating.rating, rated.id LIMIT $max_given
  CALL (rated) {
    MATCH (rated)<-[other:TRUSTS]-(:Person)
    RETURN count(CASE WHEN other.rating > 0 THEN 1 END) AS good, count(CASE WHEN other.rating < 0 THEN 1 END) AS bad
  }
  RETURN collect({trustee: rated.id, node: rated, rating: rating.rating, at: rating.rated_at.epochMillis / 1000.0, good: good, bad: bad}) AS given
}
CALL (truster, trustee, given) {
  WITH truster, trustee, [one IN given WHERE one.rating > 0 | one.node] AS trusted, [one IN given WHERE one.rating < 0 | one.node] AS distrusted
  MATCH (trustee)<-[rating:TRUSTS]-(rater:Person)
  WHERE rating.rating IS NOT NULL AND rater <> truster
    //?by AND rater.id IN $by
  WITH trustee, trusted, distrusted, rating, rater ORDER BY rating.rated_at DESC, rating.rating, rater.id LIMIT $max_received
  CALL (trustee, trusted, distrusted, rater) {
    MATCH (rater)-[third:TRUSTS]->(rated:Person)
    WHERE third.rating IS NOT NULL AND rated <> trustee
    WITH third.rating > 0 AS good, rated IN trusted AS rated_well, rated IN distrusted AS rated_badly
    RETURN count(CASE WHEN good THEN 1 END) AS praises, count(CASE WHEN NOT good THEN 1 END) AS blames,
      count(CASE WHEN good AND rated_well OR NOT good AND rated_badly THEN 1 END) AS agrees,
      count(CASE WHEN good AND rated_badly OR NOT good AND rated_well THEN 1 END) AS differs
  }
  CALL (rater) {
    MATCH (rater)<-[other:TRUSTS]-(:Person)
    RETURN count(CASE WHEN other.rating > 0 THEN 1 END) AS praised, count(CASE WHEN other.rating < 0 THEN 1 END) AS blamed
  }
  RETURN collect({
    by: rater.id, rating: rating.rating, at: rating.rated_at.epochMillis / 1000.0,
    praised: praised, blamed: blamed, praises: praises, blames: blames, agrees: agrees, differs: differs
  }) AS received
}
RETURN own {.rating, at: own.rated_at.epochMillis / 1000.0} AS own, returned {.rating, at: returned.rated_at.epochMillis / 1000.0} AS returned, since, received,
  [one IN given | one {.trustee, .rating, .at, .good, .bad}] AS given
