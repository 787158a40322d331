// Ground: scopes, channels, sessions, events, passages, identities, persons; one vector and one full-text index for all memory.
// access: schema
// Everything here is IF NOT EXISTS: a migration that was cut off is run again from its start.

CREATE CONSTRAINT memory_id IF NOT EXISTS FOR (n:Memory) REQUIRE (n.scope, n.id) IS UNIQUE;
CREATE CONSTRAINT scope_name IF NOT EXISTS FOR (n:Scope) REQUIRE n.scope IS UNIQUE;
CREATE CONSTRAINT channel_id IF NOT EXISTS FOR (n:Channel) REQUIRE (n.scope, n.id) IS UNIQUE;
CREATE CONSTRAINT session_id IF NOT EXISTS FOR (n:Session) REQUIRE (n.scope, n.id) IS UNIQUE;
CREATE CONSTRAINT identity_id IF NOT EXISTS FOR (n:Identity) REQUIRE (n.scope, n.platform, n.platform_id) IS UNIQUE;
CREATE CONSTRAINT receipt_id IF NOT EXISTS FOR (n:Receipt) REQUIRE (n.scope, n.id) IS UNIQUE;
CREATE CONSTRAINT migration_version IF NOT EXISTS FOR (n:Migration) REQUIRE n.version IS UNIQUE;

// The order of a session, and its newest N, straight from the index.
CREATE INDEX event_seq IF NOT EXISTS FOR (n:Event) ON (n.scope, n.session, n.seq);
// The queue of digestion: oldest first, and leases that ran out.
CREATE INDEX event_queue IF NOT EXISTS FOR (n:Event) ON (n.scope, n.status, n.at);
CREATE INDEX event_lease IF NOT EXISTS FOR (n:Event) ON (n.scope, n.status, n.lease_until);
CREATE INDEX person_name IF NOT EXISTS FOR (n:Person) ON (n.scope, n.name);

// No dimension: each scope has its own, and a query meets only vectors of its length.
// Every property that recall filters by is in the index from the start: adding one later means building it anew.
CYPHER 25 CREATE VECTOR INDEX memory_embedding IF NOT EXISTS FOR (n:Memory) ON n.embedding
WITH [n.scope, n.kind, n.current, n.audience, n.at, n.session, n.channel, n.speaker, n.speaker_name]
OPTIONS {indexConfig: {`vector.similarity_function`: 'cosine', `vector.quantization.enabled`: false}};

// `terms` holds one analyser-proof token a filter (see kg.graph.full_text), so that a query is filtered inside the index.
CREATE FULLTEXT INDEX memory_text IF NOT EXISTS FOR (n:Memory) ON EACH [n.text, n.terms]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'english', `fulltext.eventually_consistent`: false}};
