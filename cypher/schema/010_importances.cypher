// Importances: summaries keep how much each sentence matters.
// access: schema

UNWIND ['importances'] AS name
CALL db.createProperty(name)
RETURN count(*);
