// Take nodes of the summary tree to write them anew: each once, by whoever comes first, and its parent is told once.
// access: write
// scope: guarded
// param rows: list of {id, key, name, level, revision (at which it was read; 0: it was not there), seen (staleness at which it was read), covered,
//   told (whether its parent learns of it), of (id of what it sums up, or null), of_kind (session, channel or memory),
//   parents: [{id, key, name, level, of}] from the next to the root}, sorted by id
// param now: datetime
// returns: taken (ids of those that nobody else has written meanwhile)
CYPHER 25
UNWIND $rows AS row
MERGE (node:Memory {scope: $scope, id: row.id})
  ON CREATE SET node:Kept:Summary, node.kind = 'summary', node.key = row.key, node.level = row.level, node.text = '', node.current = false,
    node.audience = 'shared', node.at = $now, node.created_at = $now, node.access_count = 0, node.revision = 0, node.stale = 0
// This write takes the node's lock before its revision is read: two writers never write the same news.
SET node.updated_at = $now
WITH node, row
WHERE node.revision = row.revision
SET node.revision = row.revision + 1, node.stale = node.stale - row.seen, node.covered = row.covered, node.name = row.name,
    node.embedding = null, node.states = null
WITH node, row
CALL (node) {
  MATCH (node)-[old:RESTS_ON]->()
  DELETE old
}
CALL (node, row) {
  MATCH (session:Session {scope: $scope, id: row.of})
  WHERE row.of_kind = 'session'
  MERGE (node)-[:SUMMARIZES]->(session)
}
CALL (node, row) {
  MATCH (channel:Channel {scope: $scope, id: row.of})
  WHERE row.of_kind = 'channel'
  MERGE (node)-[:SUMMARIZES]->(channel)
}
CALL (node, row) {
  MATCH (subject:Memory {scope: $scope, id: row.of})
  USING INDEX SEEK subject:Memory(scope, id)
  WHERE row.of_kind = 'memory'
  MERGE (node)-[:SUMMARIZES]->(subject)
}
CALL (row) {
  UNWIND row.parents AS one
  MERGE (parent:Memory {scope: $scope, id: one.id})
    ON CREATE SET parent:Kept:Summary, parent.kind = 'summary', parent.key = one.key, parent.name = one.name, parent.level = one.level, parent.text = '',
      parent.current = false, parent.audience = 'shared', parent.at = $now, parent.created_at = $now, parent.updated_at = $now,
      parent.access_count = 0, parent.revision = 0, parent.stale = 0
  WITH parent, one
  MATCH (channel:Channel {scope: $scope, id: one.of})
  MERGE (parent)-[:SUMMARIZES]->(channel)
}
CALL (node, row) {
  // What an entity is held for may have changed, and with it the branch that it hangs from.
  MATCH (node)-[gone:PARENT]->(before:Summary)
  WHERE before.id <> row.parents[0].id
  SET before.stale = before.stale + 1
  DELETE gone
}
CALL (row) {
  UNWIND range(0, size(row.parents) - 1) AS place
  MATCH (lower:Memory {scope: $scope, id: CASE place WHEN 0 THEN row.id ELSE row.parents[place - 1].id END})
  USING INDEX SEEK lower:Memory(scope, id)
  MATCH (upper:Memory {scope: lower.scope, id: row.parents[place].id})
  USING INDEX SEEK upper:Memory(scope, id)
  MERGE (lower)-[:PARENT]->(upper)
}
CALL (row) {
  WITH row WHERE row.told
  MATCH (parent:Memory {scope: $scope, id: row.parents[0].id})
  USING INDEX SEEK parent:Memory(scope, id)
  SET parent.stale = parent.stale + 1
}
RETURN collect(node.id) AS taken
