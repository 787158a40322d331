// Return the proposals of a date, or the latest.
// access: read
// scope: guarded
// choose: last, of_date
// param date: (fragment of_date) ISO date in the owner's time zone
// returns: date, items (list of JSON texts)
CYPHER 25
MATCH (made:Proposals)
WHERE made.scope = $scope
  //?last AND made.date IS NOT NULL
  //?of_date AND made.date = $date
RETURN made.date AS date, made.items AS items ORDER BY made.scope DESC, made.date DESC LIMIT 1
