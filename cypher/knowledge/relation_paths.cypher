// The shortest paths between two entities along relations, the strongest first.
// access: read
// scope: guarded
// param one: id of an entity
// param other: id of another
// param hops: how many steps at most, 1 to 5
// param limit: how many paths at most
// returns: names, ids (of the entities on the path), steps (list of maps of the relations)
CYPHER 25
MATCH (one:Memory {scope: $scope, id: $one})
USING INDEX SEEK one:Memory(scope, id)
WITH one LIMIT 1
MATCH (other:Memory {scope: one.scope, id: $other})
USING INDEX SEEK other:Memory(scope, id)
// The LIMITs fix both ends before the path search: the planner would otherwise scan all memories.
WITH one, other LIMIT 1
MATCH path = ALL SHORTEST (one)-[:RELATES_TO]-{1,5}(other)
WHERE length(path) <= $hops
WITH path, reduce(weight = 1.0, step IN relationships(path) | weight * step.strength) AS weight
ORDER BY length(path), weight DESC, [node IN nodes(path) | node.id] LIMIT $limit
RETURN [node IN nodes(path) | node.name] AS names, [node IN nodes(path) | node.id] AS ids,
  [step IN relationships(path) | step {.predicate, .type, .strength, .first_seen, .last_seen, .facts, source: startNode(step).name, target: endNode(step).name}] AS steps
