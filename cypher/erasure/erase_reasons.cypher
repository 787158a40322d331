// Erase the text of reasons and remarks; the records remain.
// access: write
// scope: guarded
// param marks: ids of marks
// param trusts: ids of trust edges
// param audits: ids of audit records
// param ties: list of [id, id] of persons
// param facts: ids of retracted facts
// returns: nothing
CYPHER 25
CALL () {
  UNWIND $marks AS id
  MATCH (mark:Mark {scope: $scope, id: id})
  SET mark.reason = '', mark.name = mark.kind
  RETURN count(*) AS one
}
CALL () {
  UNWIND $trusts AS id
  MATCH (edge:TrustEdge {scope: $scope, id: id})
  SET edge.reason = null, edge.muted_reason = null
  RETURN count(*) AS two
}
CALL () {
  UNWIND $audits AS id
  MATCH (audit:Audit {scope: $scope, id: id})
  SET audit.reason = ''
  RETURN count(*) AS three
}
CALL () {
  UNWIND $ties AS pair
  MATCH (one:Memory {scope: $scope, id: pair[0]})-[tie:CONNECTED]-(:Person {id: pair[1]})
  USING INDEX SEEK one:Memory(scope, id)
  SET tie.context = null
  RETURN count(*) AS four
}
CALL () {
  UNWIND $facts AS id
  MATCH (fact:Memory {scope: $scope, id: id})
  USING INDEX SEEK fact:Memory(scope, id)
  SET fact.reason = ''
  RETURN count(*) AS five
}
FINISH
