// The shortest way between two persons along ties, the first by name where several are as short.
// access: read
// scope: guarded
// param one: id of a person
// param other: id of another
// param predicates: predicates of facts that are a tie between two persons
// param depth: how many ties at most, 1 to 6
// returns: ids (of the persons on the way, both ends included); nothing where there is no way so short
CYPHER 25
MATCH (one:Memory {scope: $scope, id: $one})
USING INDEX SEEK one:Memory(scope, id)
WITH one LIMIT 1
MATCH (other:Memory {scope: one.scope, id: $other})
USING INDEX SEEK other:Memory(scope, id)
// The two ends, one after the other, before any way is looked for: a plan of its own would look at all memories.
WITH one, other LIMIT 1
MATCH way = ALL SHORTEST (one) ((:Person)-[tie:CONNECTED|RELATES_TO WHERE tie.relationship IS NOT NULL OR tie.predicate IN $predicates]-(:Person)){1,6} (other)
WHERE length(way) <= $depth
RETURN [node IN nodes(way) | node.id] AS ids
ORDER BY [node IN nodes(way) | node.name], ids LIMIT 1
