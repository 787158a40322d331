// Count the memories of some kinds that were written between two times, and return the newest of each kind.
// access: read
// scope: guarded
// param kinds: list of kinds of memories
// param since: datetime, inclusive
// param until: datetime, inclusive
// param limit: maximum number of memories of each kind
// returns: kind, count, newest (list of {id, text, at}, newest first)
CYPHER 25
UNWIND range(0, size($kinds) - 1) AS place
CALL (place) {
  MATCH (node:Kept)
  USING INDEX SEEK node:Kept(scope, kind, at)
  WHERE node.scope = $scope AND node.kind = $kinds[place] AND node.at >= datetime({year: 1})
    AND $since <= node.created_at <= $until
    // A procedure that waits for approval is not current.
    AND (node.current = true OR node.status = 'proposed')
  WITH node ORDER BY node.at DESC, node.id
  RETURN count(node) AS count, collect(node {.id, .text, .at})[..$limit] AS newest
}
WITH place, count, newest WHERE count > 0
RETURN $kinds[place] AS kind, count, newest ORDER BY place
