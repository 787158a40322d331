// Merge facts that state the same since two entities were merged.
// access: write
// scope: guarded
// param pairs: list of {keep, absorb} (ids of facts)
// param receipt: id of the record that can undo it
// returns: nothing
CYPHER 25
UNWIND $pairs AS pair
MATCH (keep:Memory {scope: $scope, id: pair.keep})
USING INDEX SEEK keep:Memory(scope, id)
MATCH (absorb:Memory {scope: keep.scope, id: pair.absorb})
USING INDEX SEEK absorb:Memory(scope, id)
CALL (keep, absorb) {
  MATCH (absorb)-[evidence:EVIDENCE]->(event:Event)
  WHERE NOT EXISTS { (keep)-[:EVIDENCE]->(event) }
  CREATE (keep)-[copy:EVIDENCE]->(event)
  SET copy = properties(evidence), copy.via = $receipt
}
REMOVE absorb:Fact
SET absorb:Folded, absorb.current = false, absorb.folded_terms = coalesce(absorb.terms, absorb.folded_terms), absorb.terms = null
MERGE (absorb)-[:FOLDED_INTO {receipt: $receipt}]->(keep)
