// Remove the stated ties between two persons; ties from facts remain.
// access: write
// scope: guarded
// param one: id of a person
// param other: id of another
// returns: removed (number of ties)
CYPHER 25
MATCH (one:Memory {scope: $scope, id: $one})
USING INDEX SEEK one:Memory(scope, id)
WITH one LIMIT 1
MATCH (one)-[tie:CONNECTED]-(other:Person {id: $other})
DELETE tie
RETURN count(*) AS removed
