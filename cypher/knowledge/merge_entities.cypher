// Merge one entity into another: names, mentions, accounts and facts move, each marked with the receipt; a tombstone remains.
// access: write
// scope: guarded
// param keep: id of the entity that stays
// param absorb: id of the entity to absorb
// param receipt: id of the record that can undo it
// param now: datetime
// param reason: why
// param by: who did it, or null
// param aliases: names of both, without the display name
// param text: full-text content of the entity that stays
// returns: moved (how many mentions), facts (ids of facts that moved)
CYPHER 25
MATCH (keep:Memory {scope: $scope, id: $keep})
USING INDEX SEEK keep:Memory(scope, id)
MATCH (absorb:Memory {scope: keep.scope, id: $absorb})
USING INDEX SEEK absorb:Memory(scope, id)
MERGE (audit:Audit {scope: $scope, id: $receipt})
  ON CREATE SET audit.at = $now, audit.what = 'merge', audit.name = 'merge', audit.reason = $reason, audit.by = $by,
    audit.keep = $keep, audit.absorb = $absorb, audit.labels = labels(absorb), audit.aliases = coalesce(keep.aliases, []),
    audit.text = keep.text, audit.kind = absorb.kind, audit.terms = absorb.terms
MERGE (audit)-[:OF]->(keep)
MERGE (audit)-[:OF]->(absorb)
CALL (keep, absorb) {
  MATCH (alias:Alias)-[old:NAMES]->(absorb)
  MERGE (alias)-[names:NAMES]->(keep)
    ON CREATE SET names.via = $receipt, names.audiences = old.audiences
}
CALL (keep, absorb) {
  MATCH (event:Event)-[mention:MENTIONS]->(absorb)
  WHERE NOT EXISTS { (event)-[:MENTIONS]->(keep) }
  CREATE (event)-[copy:MENTIONS]->(keep)
  SET copy = properties(mention), copy.via = $receipt
  RETURN count(*) AS moved
}
CALL (keep, absorb) {
  MATCH (identity:Identity)-[old:IDENTIFIES]->(absorb)
  DELETE old
  CREATE (identity)-[:IDENTIFIES {via: $receipt}]->(keep)
}
CALL (keep, absorb) {
  MATCH (event:Event)-[old:SAID_BY]->(absorb)
  DELETE old
  CREATE (event)-[:SAID_BY {via: $receipt}]->(keep)
}
CALL (keep, absorb) {
  MATCH (fact:Memory)-[old:ASSERTED_BY]->(absorb)
  DELETE old
  CREATE (fact)-[:ASSERTED_BY {via: $receipt}]->(keep)
}
CALL (keep, absorb) {
  MATCH (note:Note)-[old:ABOUT]->(absorb)
  DELETE old
  CREATE (note)-[:ABOUT {via: $receipt}]->(keep)
}
CALL (keep, absorb) {
  MATCH (absorb)-[old:CONNECTED]-(other:Person)
  // Ties between the two, and ties that both have to a third person, stay with the tombstone.
  WHERE other <> keep AND NOT EXISTS { MATCH (keep)-[same:CONNECTED]-(other) WHERE same.relationship = old.relationship }
  WITH old, CASE WHEN keep.id < other.id THEN keep ELSE other END AS one, CASE WHEN keep.id < other.id THEN other ELSE keep END AS two
  CREATE (one)-[tie:CONNECTED]->(two)
  SET tie = properties(old), tie.via = $receipt
  DELETE old
}
CALL (keep, absorb) {
  MATCH (fact:Memory)-[old:SUBJECT]->(absorb)
  DELETE old
  CREATE (fact)-[:SUBJECT {via: $receipt}]->(keep)
  SET fact.subject = keep.id
  RETURN collect(fact.id) AS about
}
CALL (keep, absorb) {
  MATCH (fact:Memory)-[old:OBJECT]->(absorb)
  DELETE old
  CREATE (fact)-[:OBJECT {via: $receipt}]->(keep)
  SET fact.object = keep.id, fact.object_key = keep.id
  RETURN collect(fact.id) AS of
}
CALL (absorb) {
  MATCH (absorb)-[relation:RELATES_TO|SAME_AS]-(:Entity)
  DELETE relation
}
CALL (keep) {
  MATCH (keep)-[relation:RELATES_TO]-(:Entity)
  DELETE relation
}
SET keep.mention_count = keep.mention_count + moved, keep.aliases = $aliases, keep.text = $text, keep.updated_at = $now,
    absorb.current = false, absorb.kind = 'tombstone', absorb.terms = null, absorb.updated_at = $now
REMOVE absorb:Entity:Person:Organization:Place:Project:Tool:Concept:Happening:Product:Thing
SET absorb:Tombstone
MERGE (absorb)-[:MERGED_INTO {receipt: $receipt, at: $now}]->(keep)
RETURN moved, about + of AS facts
