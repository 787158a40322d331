// Record how far one person trusts another; it replaces their earlier rating unless that is newer.
// access: write
// scope: guarded
// param id: id of the edge between the two
// param truster: id of the person who rates
// param trustee: id of the person who is rated
// param rating: -1 to 1, not 0
// param at: datetime of the rating
// param reason: why, or null
// param now: datetime
// returns: is_current (whether it is the current rating now); no row if one of the two does not exist
CYPHER 25
MATCH (truster:Memory {scope: $scope, id: $truster})
USING INDEX SEEK truster:Memory(scope, id)
WHERE truster:Person
WITH truster LIMIT 1
MATCH (trustee:Memory {scope: truster.scope, id: $trustee})
USING INDEX SEEK trustee:Memory(scope, id)
WHERE trustee:Person
WITH truster, trustee LIMIT 1
MERGE (edge:TrustEdge {scope: $scope, id: $id})
  ON CREATE SET edge.truster = $truster, edge.trustee = $trustee, edge.created_at = $now,
    edge.name = 'trust of ' + truster.name + ' in ' + trustee.name
// Locks the edge, so that concurrent ratings are serialized.
SET edge.updated_at = $now
MERGE (truster)-[:EXTENDS]->(edge)
MERGE (edge)-[:TO]->(trustee)
MERGE (truster)-[trusts:TRUSTS]->(trustee)
WITH edge, trusts, edge.rated_at IS NULL OR edge.rated_at <= $at AS is_current
CALL (edge, trusts, is_current) {
  WITH * WHERE is_current
  SET edge.rating = $rating, edge.rated_at = $at, edge.reason = $reason, trusts.rating = $rating, trusts.rated_at = $at
  WITH trusts WHERE trusts.tier IS NULL
  SET trusts.score = $rating, trusts.at = $at
}
RETURN is_current
