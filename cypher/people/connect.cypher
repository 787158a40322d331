// Connect two persons, once; it holds both ways.
// access: write
// scope: guarded
// param one: id of a person
// param other: id of another, behind the first in order
// param relationship: what they are to each other
// param context: where that comes from, or null
// param now: datetime
// returns: at (since when they are connected so)
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
