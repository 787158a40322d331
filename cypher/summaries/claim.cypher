// Claim nodes of the summary tree for rewriting, each by the first process, and mark their parents as stale.
// access: write
// scope: guarded
// param rows: list of {id, key, name, level, revision (when it was read; 0: it did not exist), staleness_read (its staleness when it was read), covered,
//   notifies_parent (whether its parent becomes stale), subject_id (id of what it summarizes, or null), subject_kind (session, channel or memory),
//   parents: [{id, key, name, level, subject_id}] from the next to the root}, sorted by id
// param now: datetime
// returns: claimed (ids of the nodes that no other process has written meanwhile)
CYPHER 25
UNWIND $rows AS row
MERGE (node:Memory {scope: $scope, id: row.id})
  ON CREATE SET node:Kept:Summary, node.kind = 'summary', node.key = row.key, node.level = row.level, node.text = '', node.current = false,
    node.audience = 'shared', node.at = $now, node.created_at = $now, node.access_count = 0, node.revision = 0, node.stale = 0
// This write locks the node before its revision is read, so that two writers never write the same revision.
SET node.updated_at = $now
WITH node, row
WHERE node.revision = row.revision
SET node.revision = row.revision + 1, node.stale = node.stale - row.staleness_read, node.covered = row.covered, node.name = row.name,
    node.embedding = null, node.states = null
WITH node, row
CALL (node) {
  MATCH (node)-[old:RESTS_ON]->()
  DELETE old
}
CALL (node, row) {
  MATCH (session:Session {scope: $scope, id: row.subject_id})
  WHERE row.subject_kind = 'session'
  MERGE (node)-[:SUMMARIZES]->(session)
}
CALL (node, row) {
  MATCH (channel:Channel {scope: $scope, id: row.subject_id})
  WHERE row.subject_kind = 'channel'
  MERGE (node)-[:SUMMARIZES]->(channel)
}
CALL (node, row) {
  MATCH (subject:Memory {scope: $scope, id: row.subject_id})
  USING INDEX SEEK subject:Memory(scope, id)
  WHERE row.subject_kind = 'memory'
  MERGE (node)-[:SUMMARIZES]->(subject)
}
CALL (row) {
  UNWIND row.parents AS one
  MERGE (parent:Memory {scope: $scope, id: one.id})
    ON CREATE SET parent:Kept:Summary, parent.kind = 'summary', parent.key = one.key, parent.name = one.name, parent.level = one.level, parent.text = '',
      parent.current = false, parent.audience = 'shared', parent.at = $now, parent.created_at = $now, parent.updated_at = $now,
      parent.access_count = 0, parent.revision = 0, parent.stale = 0
  WITH parent, one
  MATCH (channel:Channel {scope: $scope, id: one.subject_id})
  MERGE (parent)-[:SUMMARIZES]->(channel)
}
CALL (node, row) {
  // The type of an entity may have changed, and with it the branch of its summary.
  MATCH (node)-[gone:PARENT]->(before:Summary)
  WHERE before.id <> row.parents[0].id
  SET before.stale = before.stale + 1
  DELETE gone
}
CALL (row) {
  UNWIND range(0, size(row.parents) - 1) AS depth
  MATCH (lower:Memory {scope: $scope, id: CASE depth WHEN 0 THEN row.id ELSE row.parents[depth - 1].id END})
  USING INDEX SEEK lower:Memory(scope, id)
  MATCH (upper:Memory {scope: lower.scope, id: row.parents[depth].id})
  USING INDEX SEEK upper:Memory(scope, id)
  MERGE (lower)-[:PARENT]->(upper)
}
CALL (row) {
  WITH row WHERE row.notifies_parent
  MATCH (parent:Memory {scope: $scope, id: row.parents[0].id})
  USING INDEX SEEK parent:Memory(scope, id)
  SET parent.stale = parent.stale + 1
}
RETURN collect(node.id) AS claimed
