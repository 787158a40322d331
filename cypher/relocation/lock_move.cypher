// Lock a scope until the end of the transaction, and return the state of its move.
// access: write
// scope: guarded
// returns: move (id, null: none is in progress), holder (id of the process that moves it), move_to, closed, lives_at, arrived (id of the move that
//   brought it here, or null), lives_for_s (seconds since it was marked as moved, or null)
CYPHER 25
MERGE (home:Scope {scope: $scope})
  ON CREATE SET home.name = $scope
// This write takes the lock before anything is read.
SET home.move_holder = home.move_holder
RETURN home.move AS move, home.move_holder AS holder, home.move_to AS move_to, coalesce(home.closed, false) AS closed,
  home.lives_at AS lives_at, home.arrived AS arrived, duration.inSeconds(home.moved_at, datetime.realtime()).seconds AS lives_for_s
