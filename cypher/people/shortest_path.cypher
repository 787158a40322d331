// Find the shortest path between two persons along ties, the first by name among equally short ones.
// access: read
// scope: guarded
// param one: id of a person
// param other: id of another
// param predicates: predicates of facts that are a tie between two persons
// param depth: maximum number of ties, 1 to 6
// returns: ids (of the persons on the path, both ends included); no row if there is none within the depth
CYPHER 25
MATCH (one:Memory {scope: $scope, id: $one})
USING INDEX SEEK one:Memory(scope, id)
WITH one LIMIT 1
MATCH (other:Memory {scope: one.scope, id: $other})
USING INDEX SEEK other:Memory(scope, id)
// Both ends are matched before the path; otherwise the planner would scan all memories.
WITH one, other LIMIT 1
MATCH path = ALL SHORTEST (one) ((:Person)-[tie:CONNECTED|RELATES_TO WHERE tie.relationship IS NOT NULL OR tie.predicate IN $predicates]-(:Person)){1,6} (other)
WHERE length(path) <= $depth
RETURN [node IN nodes(path) | node.id] AS ids
ORDER BY [node IN nodes(path) | node.name], ids LIMIT 1
