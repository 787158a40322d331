// Update the trust states of persons.
// access: write
// scope: guarded
// param rows: list of {id (of the memory's trust edge), person, properties, score, tier}
// param now: datetime
// returns: nothing
CYPHER 25
UNWIND $rows AS row
MATCH (edge:TrustEdge {scope: $scope, id: row.id})-[:TO]->(person:Memory)
USING INDEX SEEK edge:TrustEdge(scope, id)
SET edge += row.properties, edge.name = 'trust in ' + person.name, edge.updated_at = $now
WITH row, edge, person
OPTIONAL MATCH (:Person)-[trusts:TRUSTS]->(person)
WHERE trusts.tier IS NOT NULL
SET trusts.score = row.score, trusts.tier = row.tier, trusts.at = $now
