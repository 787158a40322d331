// Find the events whose text one of some full-text queries matches.
// access: read
// scope: guarded
// param queries: Lucene queries over events and passages, see kg.graph.full_text
// param limit: maximum number of hits of each query
// returns: id, text, role
CYPHER 25
UNWIND $queries AS query
CALL (query) {
  CALL db.index.fulltext.queryNodes('memory_text', query, {limit: $limit}) YIELD node
  WITH node WHERE node.scope = $scope
  MATCH (node)<-[:HAS_PASSAGE]-{0,1}(event:Event)
  RETURN event
}
RETURN DISTINCT event.id AS id, event.text AS text, event.role AS role
