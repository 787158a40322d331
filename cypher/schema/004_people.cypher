// People: trust edges with their marks, and the times of what each account says.
// access: schema

CREATE CONSTRAINT trust_edge_id IF NOT EXISTS FOR (n:TrustEdge) REQUIRE (n.scope, n.id) IS UNIQUE;
CREATE CONSTRAINT mark_id IF NOT EXISTS FOR (n:Mark) REQUIRE (n.scope, n.id) IS UNIQUE;

// How often an account spoke of late.
CREATE INDEX event_speaker IF NOT EXISTS FOR (n:Event) ON (n.scope, n.speaker, n.at);
// Who is trusted by whom.
CREATE INDEX trust_edge_truster IF NOT EXISTS FOR (n:TrustEdge) ON (n.scope, n.truster);
// Everybody that has an account; claims and what is quarantined.
CREATE INDEX person_seen IF NOT EXISTS FOR (n:Person) ON (n.scope, n.last_seen);
CREATE INDEX fact_status IF NOT EXISTS FOR (n:Fact) ON (n.scope, n.status, n.recorded_at);
// Whose name looks like an owner's. Who was there before has no skeleton: Cypher cannot compute one.
CREATE INDEX person_skeleton IF NOT EXISTS FOR (n:Person) ON (n.scope, n.skeleton);
