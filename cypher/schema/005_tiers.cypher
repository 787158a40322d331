// Tiers: what is kept beside what was said.
// access: schema

CREATE INDEX kept_at IF NOT EXISTS FOR (n:Kept) ON (n.scope, n.kind, n.at);

// Sleeps: one that is under way, the newest of each kind; what they propose, a set for each date.
CREATE CONSTRAINT sleep_run_id IF NOT EXISTS FOR (n:SleepRun) REQUIRE (n.scope, n.id) IS UNIQUE;
CREATE INDEX sleep_run_state IF NOT EXISTS FOR (n:SleepRun) ON (n.scope, n.state, n.started_at);
CREATE INDEX sleep_run_kind IF NOT EXISTS FOR (n:SleepRun) ON (n.scope, n.kind, n.started_at);
CREATE CONSTRAINT proposals_date IF NOT EXISTS FOR (n:Proposals) REQUIRE (n.scope, n.date) IS UNIQUE;
