// Observations, and events digested again: names of their properties, known before the first is written (see 007_names);
// the current observations of a kind and subject.
// access: schema

UNWIND ['again', 'aspect', 'fact_kind', 'roles', 'template', 'worth'] AS name
CALL db.createProperty(name)
RETURN count(*);

// Open tasks of a person, and of all persons.
CREATE INDEX fact_kind IF NOT EXISTS FOR (n:Fact) ON (n.scope, n.fact_kind, n.current, n.subject);
