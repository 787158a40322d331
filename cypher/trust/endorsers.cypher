// Who speaks well of a person, with how they stand themselves; and an owner, in whose place it is asked.
// access: read
// scope: guarded
// param id: id of the person
// param limit: how many at most, the newest words first
// returns: people (list of {person (id), owner, first_seen, edge, violations}), owners (ids of persons, at most one)
CYPHER 25
MATCH (person:Memory {scope: $scope, id: $id})
USING INDEX SEEK person:Memory(scope, id)
CALL (person) {
  MATCH (voucher:Person)-[trusts:TRUSTS]->(person)
  WHERE trusts.rating > 0
  WITH voucher, trusts ORDER BY trusts.rated_at DESC LIMIT $limit
  OPTIONAL MATCH (edge:TrustEdge {truster: 'memory'})-[:TO]->(voucher)
  RETURN collect({
    person: voucher.id, owner: coalesce(voucher.owner, false), first_seen: voucher.first_seen, edge: edge {.*, sittings: null},
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
  MATCH (:Identity {scope: $scope, platform: platform, platform_id: substring(account, size(platform) + 1)})-[:IDENTIFIES]->(owner:Person)
  WHERE people IS NOT NULL
  WITH owner ORDER BY account LIMIT 1
  RETURN collect(owner.id) AS owners
}
RETURN people, owners
