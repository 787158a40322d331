// Knowledge: aliases, entities, facts, topics, and the turn that digesters take when they write them.
// access: schema
// Everything here is IF NOT EXISTS or sets what is not set: a migration that was cut off is run again from its start.

CREATE CONSTRAINT alias_key IF NOT EXISTS FOR (n:Alias) REQUIRE (n.scope, n.key) IS UNIQUE;
CREATE CONSTRAINT turn_scope IF NOT EXISTS FOR (n:Turn) REQUIRE n.scope IS UNIQUE;
CREATE CONSTRAINT audit_id IF NOT EXISTS FOR (n:Audit) REQUIRE (n.scope, n.id) IS UNIQUE;

// What is most spoken of, of one type or of all.
CREATE INDEX entity_mentions IF NOT EXISTS FOR (n:Entity) ON (n.scope, n.mention_count);
CREATE INDEX entity_type IF NOT EXISTS FOR (n:Entity) ON (n.scope, n.type, n.mention_count);
// What is known of somebody, and who is known to stand in a relation to something.
CREATE INDEX fact_subject IF NOT EXISTS FOR (n:Fact) ON (n.scope, n.subject, n.predicate);
CREATE INDEX fact_object IF NOT EXISTS FOR (n:Fact) ON (n.scope, n.object_key);
CREATE INDEX fact_filed IF NOT EXISTS FOR (n:Fact) ON (n.scope, n.filed);
CREATE INDEX fact_predicate IF NOT EXISTS FOR (n:Fact) ON (n.scope, n.predicate, n.recorded_at);
CREATE INDEX fact_recorded IF NOT EXISTS FOR (n:Fact) ON (n.scope, n.recorded_at);
CREATE INDEX topic_count IF NOT EXISTS FOR (n:Topic) ON (n.scope, n.event_count);

// Words of names, as they are written: nothing is stemmed, nothing is left out.
CREATE FULLTEXT INDEX alias_name IF NOT EXISTS FOR (n:Alias) ON EACH [n.key, n.terms]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'standard-no-stop-words', `fulltext.eventually_consistent`: false}};

// Persons that were there before had no count of mentions, and no alias.
MATCH (person:Person) WHERE person:Memory AND person.scope IS NOT NULL AND person.mention_count IS NULL
SET person.mention_count = 0, person.strong = true
MERGE (alias:Alias {scope: person.scope, key: toLower(trim(person.name))})
  ON CREATE SET alias.name = person.name, alias.terms = person.terms, alias.created_at = person.created_at
MERGE (alias)-[:NAMES]->(person);
