// Turn a core memory entry into a long-term note: the same node, with its text, vector and importance.
// access: write
// scope: guarded
// param id: id of the entry
// param terms: the note's full-text terms
// param now: datetime
// returns: id
CYPHER 25
MATCH (node:Memory {scope: $scope, id: $id})
USING INDEX SEEK node:Memory(scope, id)
WHERE node:CoreEntry
REMOVE node:CoreEntry
// Every context contained the entry until now, so the note counts as used and does not fade at once.
SET node:LongTerm, node.kind = 'longterm', node.terms = $terms, node.access_count = node.access_count + 1, node.last_accessed = $now,
    node.updated_at = $now
RETURN node.id AS id
