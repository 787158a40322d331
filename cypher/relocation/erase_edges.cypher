// Erase all edges of a type between two nodes.
// access: write
// scope: guarded
// param rows: list of {type, source and target (each its family and key in one list)}
// returns: erased
CYPHER 25
//+ transfer/relationship_ends
MATCH (source)-[edge:$(row.type)]->(target)
DELETE edge
RETURN count(*) AS erased
