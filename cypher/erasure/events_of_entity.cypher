// Find the events that mention an entity, state a fact about it, or contain words of its names.
// access: read
// scope: guarded
// param id: id of the entity
// param query: Lucene query for its names, see kg.graph.full_text
// param limit: maximum number
// returns: id, is_linked (whether the graph links it to the entity), text
CYPHER 25
MATCH (entity:Memory {scope: $scope, id: $id})
USING INDEX SEEK entity:Memory(scope, id)
CALL (entity) {
  MATCH (entity)<-[:MENTIONS]-(event:Event)
  RETURN event, true AS is_linked LIMIT $limit
  UNION
  MATCH (entity)<-[:SUBJECT|OBJECT]-(:Memory)-[:EVIDENCE]->(event:Event)
  RETURN event, true AS is_linked LIMIT $limit
  UNION
  CALL db.index.fulltext.queryNodes('memory_text', $query, {limit: $limit}) YIELD node
  WITH node WHERE node.scope = $scope
  MATCH (node)<-[:HAS_PASSAGE]-{0,1}(event:Event)
  RETURN event, false AS is_linked
}
RETURN event.id AS id, max(is_linked) AS is_linked, event.text AS text LIMIT $limit
