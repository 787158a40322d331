// Branches of the summary tree below which something was written anew, or its root, with what their children say.
// access: read
// scope: guarded
// param root: id of the root's summary
// param level: 1 for branches, 2 for the root
// param limit: how many at most
// param most: how many of its children each reads at most, the weightiest and those of late
// returns: id, key, name, revision, stale, text, sentences, cited, count (of its children), weight (of all of them together),
//   children: list of {key, name, level, text, sentences, cited, confidence, at, weight}
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
  // Of chats the latest tell most, of entities and topics those that are spoken of most; below the root, who and what goes before where.
  WITH child, CASE WHEN node.key STARTS WITH 'channel:' THEN child.at END AS late, child.key STARTS WITH 'channel:' AS where
  ORDER BY late DESC, child.level DESC, where, child.weight DESC, child.id LIMIT $most
  RETURN collect(child {.key, .name, .level, .text, .sentences, .cited, .confidence, .at, .weight}) AS told
}
RETURN node.id AS id, node.key AS key, node.name AS name, node.revision AS revision, node.stale AS stale, node.text AS text, node.sentences AS sentences,
  node.cited AS cited, count, weight, told AS children
