// Leave the receipt of a forgetting: when, of what kind, and how many went.
// access: write
// scope: guarded
// param receipt: id of the receipt
// param now: datetime
// param what: what kind of thing was forgotten
// param removed: list of "kind count"
// returns: id
CYPHER 25
MERGE (written:Receipt {scope: $scope, id: $receipt})
  ON CREATE SET written.at = $now, written.what = $what, written.removed = $removed
RETURN written.id AS id
