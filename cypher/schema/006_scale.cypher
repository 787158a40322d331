// Scale: lists of what is newest read no further than they tell.
// access: schema

CREATE INDEX fact_at IF NOT EXISTS FOR (n:Fact) ON (n.scope, n.at);
