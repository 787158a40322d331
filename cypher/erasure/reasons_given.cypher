// List the reasons and remarks stored with marks, ratings, audit records, ties and retracted facts.
// access: read
// scope: guarded
// returns: kind (mark, trust, audit, tie, fact), id, other (id of the second person of a tie), text
CYPHER 25
CALL () {
  MATCH (mark:Mark)
  WHERE mark.scope = $scope AND mark.id IS NOT NULL AND mark.reason <> ''
  RETURN 'mark' AS kind, mark.id AS id, null AS other, mark.reason AS text
  UNION
  MATCH (edge:TrustEdge)
  WHERE edge.scope = $scope AND edge.id IS NOT NULL AND (edge.reason <> '' OR edge.muted_reason <> '')
  RETURN 'trust' AS kind, edge.id AS id, null AS other, coalesce(edge.reason, '') + '\n' + coalesce(edge.muted_reason, '') AS text
  UNION
  MATCH (audit:Audit)
  WHERE audit.scope = $scope AND audit.id IS NOT NULL AND audit.reason <> ''
  RETURN 'audit' AS kind, audit.id AS id, null AS other, audit.reason AS text
  UNION
  MATCH (one:Person)
  WHERE one.scope = $scope AND one.last_seen IS NOT NULL
  MATCH (one)-[tie:CONNECTED]->(two:Person)
  WHERE tie.context <> ''
  RETURN 'tie' AS kind, one.id AS id, two.id AS other, tie.context AS text
  UNION
  MATCH (fact:Fact)
  WHERE fact.scope = $scope AND fact.status = 'retracted' AND fact.recorded_at IS NOT NULL AND fact.reason <> ''
  RETURN 'fact' AS kind, fact.id AS id, null AS other, fact.reason AS text
}
RETURN kind, id, other, text
