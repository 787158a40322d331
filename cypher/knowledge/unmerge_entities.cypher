// Undo a merge: what moved moves back, and the tombstone becomes an entity again.
// access: write
// scope: guarded
// param receipt: id of the merge's record
// param now: datetime
// returns: keep, absorb (ids); nothing where there is no such merge, or it was undone before
CYPHER 25
MATCH (audit:Audit {scope: $scope, id: $receipt})
WHERE audit.what = 'merge' AND audit.undone_at IS NULL
MATCH (absorb:Memory {scope: $scope, id: audit.absorb})-[into:MERGED_INTO]->(keep:Memory {id: audit.keep})
USING INDEX SEEK absorb:Memory(scope, id)
SET audit.undone_at = $now
SET absorb:$(audit.labels), absorb.current = true, absorb.kind = audit.kind, absorb.terms = audit.terms, absorb.updated_at = $now
REMOVE absorb:Tombstone
DELETE into
WITH audit, keep, absorb
CALL (keep) {
  MATCH (:Alias)-[names:NAMES {via: $receipt}]->(keep)
  DELETE names
}
CALL (keep) {
  MATCH (:Event)-[mention:MENTIONS {via: $receipt}]->(keep)
  DELETE mention
  RETURN count(*) AS moved
}
CALL (keep, absorb) {
  MATCH (identity:Identity)-[old:IDENTIFIES {via: $receipt}]->(keep)
  DELETE old
  CREATE (identity)-[:IDENTIFIES]->(absorb)
}
CALL (keep, absorb) {
  MATCH (event:Event)-[old:SAID_BY {via: $receipt}]->(keep)
  DELETE old
  CREATE (event)-[:SAID_BY]->(absorb)
}
CALL (keep, absorb) {
  MATCH (fact:Memory)-[old:ASSERTED_BY {via: $receipt}]->(keep)
  DELETE old
  CREATE (fact)-[:ASSERTED_BY]->(absorb)
}
CALL (keep, absorb) {
  MATCH (note:Note)-[old:ABOUT {via: $receipt}]->(keep)
  DELETE old
  CREATE (note)-[:ABOUT]->(absorb)
}
CALL (keep, absorb) {
  MATCH (keep)-[old:CONNECTED {via: $receipt}]-(other:Person)
  WITH old, CASE WHEN absorb.id < other.id THEN absorb ELSE other END AS one, CASE WHEN absorb.id < other.id THEN other ELSE absorb END AS two
  CREATE (one)-[tie:CONNECTED]->(two)
  SET tie = properties(old), tie.via = null
  DELETE old
}
CALL (keep, absorb) {
  MATCH (fact:Memory)-[old:SUBJECT {via: $receipt}]->(keep)
  DELETE old
  CREATE (fact)-[:SUBJECT]->(absorb)
  SET fact.subject = absorb.id
}
CALL (keep, absorb) {
  MATCH (fact:Memory)-[old:OBJECT {via: $receipt}]->(keep)
  DELETE old
  CREATE (fact)-[:OBJECT]->(absorb)
  SET fact.object = absorb.id, fact.object_key = absorb.id
}
CALL (keep) {
  MATCH (keep)-[relation:RELATES_TO]-(:Entity)
  DELETE relation
}
CALL (keep) {
  MATCH (fact:Memory)-[:SUBJECT|OBJECT]->(keep)
  MATCH (folded:Folded)-[into:FOLDED_INTO {receipt: $receipt}]->(fact)
  SET folded:Fact, folded.current = true, folded.terms = folded.folded_terms, folded.folded_terms = null
  REMOVE folded:Folded
  DELETE into
  WITH DISTINCT fact
  MATCH (fact)-[evidence:EVIDENCE {via: $receipt}]->(:Event)
  DELETE evidence
}
// What was added to the kept entity since the merge stays with it.
SET keep.mention_count = keep.mention_count - moved, keep.text = audit.text, keep.updated_at = $now,
    keep.aliases = audit.aliases + [alias IN keep.aliases WHERE NOT alias IN audit.aliases AND NOT alias IN absorb.aliases AND alias <> absorb.name]
RETURN keep.id AS keep, absorb.id AS absorb
