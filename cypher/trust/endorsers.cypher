// Read the persons who rate a person positively, with their trust states, and an owner as the truster of the inference.
// access: read
// scope: guarded
// param id: id of the person
// param limit: maximum number of endorsers, newest ratings first
// returns: people (list of {person (id), owner, first_seen, edge, violations}), owners (ids of persons, at most one)
CYPHER 25
MATCH (person:Memory {scope: $scope, id: $id})
USING INDEX SEEK person:Memory(scope, id)
CALL (person) {
  MATCH (endorser:Person)-[trusts:TRUSTS]->(person)
  WHERE trusts.rating > 0
  WITH endorser, trusts ORDER BY trusts.rated_at DESC LIMIT $limit
  OPTIONAL MATCH (edge:TrustEdge {truster: 'memory'})-[:TO]->(endorser)
  RETURN collect({
    person: endorser.id, owner: coalesce(endorser.owner, false), first_seen: endorser.first_seen, edge: edge {.*, sittings: null},
    violations: COLLECT {
      MATCH (edge)-[:MARKED]->(mark:Mark)
      WHERE mark.kind = 'violation'
      RETURN [mark.severity, mark.at]
    }}) AS people
}
CALL (people) {
  MATCH (memory:Scope {scope: $scope})
  UNWIND memory.owners AS account
  WITH account, split(account, ':')[0] AS platform
  MATCH (identity:Identity {scope: $scope, platform: platform, platform_id: substring(account, size(platform) + 1)})-[:IDENTIFIES]->(owner:Person)
  USING INDEX SEEK identity:Identity(scope, platform, platform_id)
  WHERE people IS NOT NULL
  WITH owner ORDER BY account LIMIT 1
  RETURN collect(owner.id) AS owners
}
RETURN people, owners
