// Topics and values of learnt preferences, which every context reads.
// access: schema

UNWIND ['topic', 'value'] AS name
CALL db.createProperty(name)
RETURN count(*);
