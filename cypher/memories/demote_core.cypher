// Make a line of core memory a note of long-term memory: the same node, its text, vector and importance as they are.
// access: write
// scope: guarded
// param id: id of the entry
// param terms: what it is found by as a note
// param now: datetime
// returns: id
CYPHER 25
MATCH (node:Memory {scope: $scope, id: $id})
USING INDEX SEEK node:Memory(scope, id)
WHERE node:CoreEntry
REMOVE node:CoreEntry
// Every context held it until now: as a note it does not begin as one that nobody asked for.
SET node:LongTerm, node.kind = 'longterm', node.terms = $terms, node.access_count = node.access_count + 1, node.last_accessed = $now,
    node.updated_at = $now
RETURN node.id AS id
