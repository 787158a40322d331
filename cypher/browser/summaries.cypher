// The tree of summaries: what sums up what, from all that is remembered down to a chat, a person or a topic; best seen as a graph.
// access: read
// scope: guarded
// param limit: how many at most
// returns: summary, parent, above, of, subject
// first, in Browser: :param scope => 'demo'
// first, in Browser: :param limit => 50
CYPHER 25
MATCH (summary:Kept)
USING INDEX SEEK summary:Kept(scope, kind, at)
WHERE summary.scope = $scope AND summary.kind = 'summary' AND summary.at IS NOT NULL
WITH summary ORDER BY summary.level DESC, summary.weight DESC, summary.key LIMIT $limit
OPTIONAL MATCH (summary)-[parent:PARENT]->(above:Summary)
OPTIONAL MATCH (summary)-[of:SUMMARIZES]->(subject)
RETURN summary, parent, above, of, subject
