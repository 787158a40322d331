// Write edges from the rows of an export; an edge without both nodes is skipped.
// access: write
// scope: guarded
// param rows: list of {type, source and target (each its family and key in one list), properties, times (property → ISO text of a time)}
// returns: written
CYPHER 25
//+ transfer/relationship_ends
// Two edges of a type may have the same ends: the caller must pass each row only once.
CREATE (source)-[edge:$(row.type)]->(target)
SET edge += row.properties
FOREACH (name IN keys(row.times) | SET edge[name] = datetime(row.times[name]))
RETURN count(*) AS written
