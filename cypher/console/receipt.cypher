// Get the receipt of an erasure; for the console.
// access: read
// scope: guarded
// param id: id of the receipt
// returns: id, at, what, removed (list of "kind count")
CYPHER 25
MATCH (receipt:Receipt {scope: $scope, id: $id})
RETURN receipt.id AS id, receipt.at AS at, receipt.what AS what, properties(receipt).removed AS removed
