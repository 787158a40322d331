// Keep what a sleep proposes, one set for each date: the first stands.
// access: write
// scope: guarded
// param date: ISO date by the owner's calendar
// param run: id of the sleep
// param items: list of JSON texts
// param now: datetime
// returns: items (those that stand)
CYPHER 25
MERGE (made:Proposals {scope: $scope, date: $date})
  ON CREATE SET made.name = 'proposals of ' + $date, made.items = $items, made.run = $run, made.created_at = $now
RETURN made.items AS items
