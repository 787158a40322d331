// Let go of leaves that nobody can say anything with, and of those whose subject is no more.
// access: write
// scope: guarded
// param unsure: below which confidence
// param before: datetime before which they were written last, or
// param most: so many events came since
// returns: keys (of those that are gone)
CYPHER 25
MATCH (node:Kept)
WHERE node.scope = $scope AND node.kind = 'summary' AND node.at >= datetime({year: 1})
  AND NOT node.key IN ['root', 'user_preferences'] AND NOT EXISTS { (node)<-[:PARENT]-(:Summary) }
OPTIONAL MATCH (node)-[:SUMMARIZES]->(session:Session)
OPTIONAL MATCH (node)-[:SUMMARIZES]->(subject:Entity|Topic)
WITH node, node.key AS key, coalesce(session.next_seq, subject.mention_count, subject.event_count) AS count
WHERE (node.level = 0 AND count IS NULL)
  OR (node.confidence < $unsure AND (node.updated_at <= $before OR count - node.covered >= $most))
OPTIONAL MATCH (node)-[:PARENT]->(parent:Summary)
WITH node, key, parent, node.text <> '' AS said
FOREACH (one IN CASE WHEN parent IS NULL OR NOT said THEN [] ELSE [parent] END | SET one.stale = one.stale + 1)
DETACH DELETE node
RETURN collect(key) AS keys
