// Store the proposals of a run, one set for each date; an existing set is left unchanged.
// access: write
// scope: guarded
// param date: ISO date in the owner's time zone
// param run: id of the run
// param items: list of JSON texts
// param now: datetime
// returns: items (the stored set)
CYPHER 25
MERGE (made:Proposals {scope: $scope, date: $date})
  ON CREATE SET made.name = 'proposals of ' + $date, made.items = $items, made.run = $run, made.created_at = $now
RETURN made.items AS items
