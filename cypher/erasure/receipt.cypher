// Write the receipt of an erasure: time, kind and counts.
// access: write
// scope: guarded
// param receipt: id of the receipt
// param now: datetime
// param what: kind of the erasure
// param removed: list of "kind count"
// returns: id
CYPHER 25
MERGE (written:Receipt {scope: $scope, id: $receipt})
  ON CREATE SET written.at = $now, written.what = $what, written.removed = $removed
RETURN written.id AS id
