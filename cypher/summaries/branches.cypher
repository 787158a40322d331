// Return stale branches of the summary tree, or its root, with their children's sentences.
// access: read
// scope: guarded
// param root: id of the root's summary
// param level: 1 for branches, 2 for the root
// param limit: maximum number of nodes
// param most: maximum number of children per node: the latest for channels, otherwise those with the greatest weight
// returns: id, key, name, revision, stale, text, sentences, cited, count (number of children), weight (sum of the children's weights),
//   children: list of {key, name, level, text, sentences, cited, importances, confidence, at, weight}
CYPHER 25
MATCH (root:Memory {scope: $scope, id: $root})
USING INDEX SEEK root:Memory(scope, id)
MATCH (root)<-[:PARENT]-{0,1}(node:Summary)
WHERE node.level = $level AND node.stale > 0
WITH node ORDER BY node.stale DESC, node.id LIMIT $limit
CALL (node) {
  MATCH (node)<-[:PARENT]-(child:Summary)
  WHERE child.audience = 'shared'
  WITH collect(child) AS children
  RETURN children, size(children) AS count, reduce(sum = 0, child IN children | sum + coalesce(child.weight, 0)) AS weight
}
CALL (node, children) {
  UNWIND children AS child
  WITH node, child WHERE child.text <> ''
  // Channels order sessions by time, other branches by weight; below the root, entity types and topics precede channels.
  WITH child, CASE WHEN node.key STARTS WITH 'channel:' THEN child.at END AS late, child.key STARTS WITH 'channel:' AS is_channel
  ORDER BY late DESC, child.level DESC, is_channel, child.weight DESC, child.id LIMIT $most
  RETURN collect(child {.key, .name, .level, .text, .sentences, .cited, .importances, .confidence, .at, .weight}) AS shown
}
RETURN node.id AS id, node.key AS key, node.name AS name, node.revision AS revision, node.stale AS stale, node.text AS text, node.sentences AS sentences,
  node.cited AS cited, count, weight, shown AS children
