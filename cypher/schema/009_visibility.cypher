// Visibility: proposed procedures, and what a single event is on, are not found any more.
// access: schema

UNWIND ['authority'] AS name
CALL db.createProperty(name)
RETURN count(*);

MATCH (n:Procedure) WHERE n.scope IS NOT NULL AND n.status = 'proposed' AND n.current
CALL (n) { SET n.current = false, n.terms = null } IN TRANSACTIONS OF 10000 ROWS;

MATCH (n:Topic) WHERE n.scope IS NOT NULL AND n.event_count < 2 AND n.current
CALL (n) { SET n.current = false, n.terms = null } IN TRANSACTIONS OF 10000 ROWS;
