// Count nodes whose only neighbour is gone, and wrong counters; with the fragment `repair`, remove and correct them.
// access: write
// scope: guarded
// returns: orphans (nodes whose only neighbour is gone), counts (of mentions and of events that are wrong)
CYPHER 25
CALL () {
  MATCH (node:Memory)
  WHERE node.scope = $scope AND node.id STARTS WITH 'passage-' AND node:Passage AND NOT EXISTS { (:Event)-[:HAS_PASSAGE]->(node) }
  RETURN collect(node) AS passages
}
CALL (passages) {
  MATCH (node:Alias)
  WHERE node.scope = $scope AND node.key >= '' AND passages IS NOT NULL AND NOT EXISTS { (node)-[:NAMES]->() }
  RETURN collect(node) AS aliases
}
CALL (aliases) {
  MATCH (node:Identity)
  WHERE node.scope = $scope AND node.platform >= '' AND node.platform_id >= '' AND aliases IS NOT NULL AND NOT EXISTS { (node)-[:IDENTIFIES]->() }
  RETURN collect(node) AS identities
}
CALL (identities) {
  MATCH (node:TrustEdge)
  WHERE node.scope = $scope AND node.id >= '' AND identities IS NOT NULL AND NOT EXISTS { (node)-[:TO]->() }
  RETURN collect(node) AS edges
}
CALL (edges) {
  MATCH (node:Fact)
  WHERE node.scope = $scope AND node.recorded_at IS NOT NULL AND edges IS NOT NULL AND NOT EXISTS { (node)-[:SUBJECT]->() }
  RETURN collect(node) AS facts
}
CALL (facts) {
  MATCH (node:Entity)
  WHERE node.scope = $scope AND node.mention_count >= 0 AND facts IS NOT NULL
  WITH node, COUNT { (:Event)-[:MENTIONS]->(node) } AS count WHERE node.mention_count <> count
  //?repair SET node.mention_count = count
  RETURN count(node) AS mentions
}
CALL (mentions) {
  MATCH (node:Topic)
  WHERE node.scope = $scope AND node.event_count >= 0 AND mentions IS NOT NULL
  WITH node, COUNT { (:Event)-[:ON]->(node) } AS count WHERE node.event_count <> count
  //?repair SET node.event_count = count
  RETURN count(node) AS events
}
WITH passages + aliases + identities + edges + facts AS loose, mentions + events AS counts
WITH loose, size(loose) AS orphans, counts
//?repair CALL (loose) { UNWIND loose AS node DETACH DELETE node }
RETURN orphans, counts
