// Connect two persons by a stated tie, once; ties are symmetric.
// access: write
// scope: guarded
// param one: id of a person
// param other: id of another, greater than the first
// param relationship: their relationship
// param context: an explanation, or null
// param now: datetime
// returns: at (when the tie was created)
CYPHER 25
MATCH (one:Memory {scope: $scope, id: $one})
USING INDEX SEEK one:Memory(scope, id)
WITH one LIMIT 1
MATCH (other:Memory {scope: one.scope, id: $other})
USING INDEX SEEK other:Memory(scope, id)
WHERE one:Person AND other:Person
MERGE (one)-[tie:CONNECTED {relationship: $relationship}]->(other)
  ON CREATE SET tie.origin = 'stated', tie.context = $context, tie.at = $now
RETURN tie.at AS at
