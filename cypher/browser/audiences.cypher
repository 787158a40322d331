// Audiences: records that are not shared, by who may read them.
// access: read
// scope: guarded
// param limit: the maximum number of audiences
// returns: audience, seen_by, memories, kinds, newest
// first, in Browser: :param scope => 'demo'
// first, in Browser: :param limit => 25
CYPHER 25
MATCH (node:Memory)
USING INDEX SEEK node:Memory(scope, id)
WHERE node.scope = $scope AND node.id IS NOT NULL AND node.audience <> 'shared'
WITH node.audience AS audience, count(node) AS memories, collect(DISTINCT node.kind) AS kinds, max(node.created_at) AS newest
ORDER BY memories DESC, audience LIMIT $limit
// A token is `session:ID` or `person:ID`.
WITH audience, memories, kinds, newest, substring(audience, size(split(audience, ':')[0]) + 1) AS of
OPTIONAL MATCH (person:Memory {scope: $scope, id: of})
USING INDEX SEEK person:Memory(scope, id)
WHERE audience STARTS WITH 'person:'
RETURN audience, coalesce(person.name, 'participants of ' + of) AS seen_by, memories, kinds, datetime.truncate('second', newest) AS newest
ORDER BY memories DESC, audience
