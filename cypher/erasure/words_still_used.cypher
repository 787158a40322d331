// Find the words that some event still contains, not counting those of agents and tools, which may repeat what was erased.
// access: read
// scope: guarded
// param rows: list of {word, query (Lucene query over events)}
// param ids: ids of excluded events
// returns: word
CYPHER 25
UNWIND $rows AS row
CALL (row) {
  CALL db.index.fulltext.queryNodes('memory_text', row.query, {limit: 1000}) YIELD node
  WITH node WHERE node.scope = $scope AND (node:Event OR node:Passage) AND NOT coalesce(node.event, node.id) IN $ids
  MATCH (node)<-[:HAS_PASSAGE]-{0,1}(event:Event)
  WHERE NOT event.role IN ['assistant', 'tool']
  RETURN event LIMIT 1
}
RETURN DISTINCT row.word AS word
