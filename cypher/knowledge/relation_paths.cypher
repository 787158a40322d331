// The shortest ways between two entities along relations, the strongest first.
// access: read
// scope: guarded
// param one: id of an entity
// param other: id of another
// param hops: how many steps at most, 1 to 5
// param limit: how many ways at most
// returns: names, ids (of the entities on the way), steps (list of maps of the relations)
CYPHER 25
MATCH (one:Memory {scope: $scope, id: $one})
USING INDEX SEEK one:Memory(scope, id)
WITH one LIMIT 1
MATCH (other:Memory {scope: one.scope, id: $other})
USING INDEX SEEK other:Memory(scope, id)
// The two ends, one after the other, before any way is looked for: a plan of its own would look at all memories.
WITH one, other LIMIT 1
MATCH way = ALL SHORTEST (one)-[:RELATES_TO]-{1,5}(other)
WHERE length(way) <= $hops
WITH way, reduce(weight = 1.0, step IN relationships(way) | weight * step.strength) AS weight
ORDER BY length(way), weight DESC, [node IN nodes(way) | node.id] LIMIT $limit
RETURN [node IN nodes(way) | node.name] AS names, [node IN nodes(way) | node.id] AS ids,
  [step IN relationships(way) | step {.predicate, .type, .strength, .first_seen, .last_seen, .facts, source: startNode(step).name, target: endNode(step).name}] AS steps
