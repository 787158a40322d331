// What stands in the way of a write to a scope: a move that is under way, or another place where it lives.
// access: read
// scope: guarded
// returns: closed (whether it takes no writes just now), move_to (address that it goes to, or null), lives_at (address where it
//   lives, null where that is here), lives_in (the database there), bookmarks (what reads there wait for), erased (whether nothing
//   of it is left here)
CYPHER 25
OPTIONAL MATCH (home:Scope {scope: $scope})
RETURN coalesce(home.closed, false) AS closed, home.move_to AS move_to, home.lives_at AS lives_at, home.lives_in AS lives_in,
  coalesce(home.lives_since, []) AS bookmarks, coalesce(home.erased, false) AS erased
