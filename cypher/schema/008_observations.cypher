// Names of the properties of observations, known before the first is written; see 007_names.
// access: schema

UNWIND ['fact_kind', 'roles', 'template', 'worth'] AS name
CALL db.createProperty(name)
RETURN count(*);
