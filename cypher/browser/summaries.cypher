// Summaries: the tree of summaries, from the whole scope down to a channel, a person or a topic; best viewed as a graph.
// access: read
// scope: guarded
// param limit: the maximum number of rows
// returns: summary, parent, parent_summary, summarizes, subject
// first, in Browser: :param scope => 'demo'
// first, in Browser: :param limit => 50
CYPHER 25
MATCH (summary:Kept)
USING INDEX SEEK summary:Kept(scope, kind, at)
WHERE summary.scope = $scope AND summary.kind = 'summary' AND summary.at IS NOT NULL
WITH summary ORDER BY summary.level DESC, summary.weight DESC, summary.key LIMIT $limit
OPTIONAL MATCH (summary)-[parent:PARENT]->(parent_summary:Summary)
OPTIONAL MATCH (summary)-[summarizes:SUMMARIZES]->(subject)
RETURN summary, parent, parent_summary, summarizes, subject
