// Usage: what the language model took, one line for each day and model.
// access: schema
// Everything here is IF NOT EXISTS: a migration that was cut off is run again from its start.

CREATE CONSTRAINT token_usage_line IF NOT EXISTS FOR (n:TokenUsage) REQUIRE (n.scope, n.date, n.model) IS UNIQUE;
