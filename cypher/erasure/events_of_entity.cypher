// Events that name something, state something of it, or have words of its names.
// access: read
// scope: guarded
// param id: id of the entity
// param query: Lucene query for its names, see kg.graph.full_text
// param limit: how many at most
// returns: id, sure (whether the graph knows that it is meant), text
CYPHER 25
MATCH (entity:Memory {scope: $scope, id: $id})
USING INDEX SEEK entity:Memory(scope, id)
CALL (entity) {
  MATCH (entity)<-[:MENTIONS]-(event:Event)
  RETURN event, true AS sure LIMIT $limit
  UNION
  MATCH (entity)<-[:SUBJECT|OBJECT]-(:Memory)-[:EVIDENCE]->(event:Event)
  RETURN event, true AS sure LIMIT $limit
  UNION
  CALL db.index.fulltext.queryNodes('memory_text', $query, {limit: $limit}) YIELD node
  WITH node WHERE node.scope = $scope
  MATCH (node)<-[:HAS_PASSAGE]-{0,1}(event:Event)
  RETURN event, false AS sure
}
RETURN event.id AS id, max(sure) AS sure, event.text AS text LIMIT $limit
