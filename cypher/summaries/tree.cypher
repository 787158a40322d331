// Return nodes of the summary tree with their current staleness: one by id, or all from the root down.
// access: read
// scope: guarded
// choose: one, all
// param limit: maximum number of nodes
// param id: (fragment one) id of the summary
// param audiences: (fragment audience) audience tokens of the reader
// returns: node (a map), parent (key, or null), staleness (new events, or rewritten children)
CYPHER 25
MATCH (node:Kept)
WHERE node.scope = $scope AND node.kind = 'summary' AND node.key >= ''
  //?one AND node.id = $id AND node:Memory
  //?all AND node.at >= datetime({year: 1})
  //?audience AND node.audience IN $audiences
WITH node ORDER BY node.level DESC, node.weight DESC, node.key LIMIT $limit
OPTIONAL MATCH (node)-[:SUMMARIZES]->(session:Session) WHERE node.level = 0
OPTIONAL MATCH (node)-[:SUMMARIZES]->(subject:Memory) WHERE node.level = 0
RETURN node {.id, .key, .name, .level, .text, .confidence, .covered, .revision, .audience, .sentences, .cited, .importances, .written_by, .at, .updated_at} AS node,
  COLLECT { MATCH (node)-[:PARENT]->(parent:Summary) RETURN parent.key }[0] AS parent,
  CASE
    WHEN node.level > 0 THEN node.stale
    ELSE coalesce(session.next_seq, subject.mention_count + COUNT { (subject)<-[:SAID_BY]-() }, subject.event_count, node.covered) - node.covered
  END AS staleness
