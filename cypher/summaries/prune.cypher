// Delete leaves with low confidence that are old or outdated, and leaves whose subject no longer exists.
// access: write
// scope: guarded
// param unsure: nodes below this confidence are deleted
// param before: if they were written before this datetime, or
// param most: if at least this many events are new
// returns: keys (of the deleted nodes)
CYPHER 25
MATCH (node:Kept)
WHERE node.scope = $scope AND node.kind = 'summary' AND node.at >= datetime({year: 1})
  AND NOT node.key IN ['root', 'user_preferences'] AND NOT EXISTS { (node)<-[:PARENT]-(:Summary) }
OPTIONAL MATCH (node)-[:SUMMARIZES]->(session:Session)
OPTIONAL MATCH (node)-[:SUMMARIZES]->(subject:Entity|Topic)
WITH node, node.key AS key, coalesce(session.next_seq, subject.mention_count + COUNT { (subject)<-[:SAID_BY]-() }, subject.event_count) AS count
WHERE (node.level = 0 AND count IS NULL)
  OR (node.confidence < $unsure AND (node.updated_at <= $before OR count - node.covered >= $most))
OPTIONAL MATCH (node)-[:PARENT]->(parent:Summary)
WITH node, key, parent, node.text <> '' AS said
FOREACH (one IN CASE WHEN parent IS NULL OR NOT said THEN [] ELSE [parent] END | SET one.stale = one.stale + 1)
DETACH DELETE node
RETURN collect(key) AS keys
