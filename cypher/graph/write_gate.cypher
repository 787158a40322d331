// Read the write gate of a scope: whether a move has closed it, and whether it is on another server.
// access: read
// scope: guarded
// returns: closed (whether a move has closed it for writes), move_to (address that it is moved to, or null), lives_at (address of
//   the server that has it, null if it is here), lives_in (its database there), bookmarks (bookmarks that reads there wait for),
//   erased (whether the copy on this server has been erased)
CYPHER 25
OPTIONAL MATCH (scope:Scope {scope: $scope})
RETURN coalesce(scope.closed, false) AS closed, scope.move_to AS move_to, scope.lives_at AS lives_at, scope.lives_in AS lives_in,
  coalesce(scope.lives_since, []) AS bookmarks, coalesce(scope.erased, false) AS erased
