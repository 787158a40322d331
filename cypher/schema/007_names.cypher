// Names of labels, relationship types and properties, known before the first of each is written.
// access: schema
//
// A plan that was made before a name existed is made again once it does. So while a graph is young, each of its first
// messages made the larger statements be planned again, at up to a second each.

UNWIND [
  'Folded', 'Note', 'Passage', 'Summary', 'Tombstone'
] AS name
CALL db.createLabel(name)
RETURN count(*);

UNWIND [
  'ABOUT', 'CONNECTED', 'CONTRADICTS', 'EVIDENCE', 'EXTENDS', 'HAS', 'HAS_PASSAGE', 'IDENTIFIES', 'LAST', 'MARKED',
  'MENTIONS', 'MERGED_INTO', 'NAMES', 'NEXT', 'OBJECT', 'OF', 'ON', 'PARENT', 'RELATES_TO', 'RESTS_ON', 'RESULT_OF',
  'SAID_BY', 'SAME_AS', 'SUBJECT', 'SUMMARIZES', 'SUPERSEDES', 'TO', 'TRUSTS'
] AS name
CALL db.createRelationshipType(name)
RETURN count(*);

UNWIND [
  'access_count', 'active_days', 'aliases', 'archived_at', 'audiences', 'bootstrapped_at', 'by', 'category',
  'cited', 'closed', 'completion', 'confidence', 'confirmations', 'context', 'covered', 'created_at', 'description',
  'digested_at', 'dimension', 'direction', 'distrusted', 'domain', 'embedder', 'end', 'ends', 'erased', 'error',
  'event', 'event_kind', 'events', 'fact_type', 'facts', 'first_seen', 'forms', 'hours', 'import_done',
  'import_source', 'importance', 'instructs', 'items', 'keep', 'last_accessed', 'last_message', 'learned_from',
  'level', 'lives_at', 'lives_in', 'lives_since', 'message_count', 'metadata', 'move_to', 'muted_reason',
  'muted_until', 'negative', 'next_at', 'next_by', 'next_embedder', 'next_seq', 'notes', 'object', 'object_text',
  'older_ids', 'older_spans', 'older_until', 'order', 'ordinal', 'own', 'owner', 'owners', 'parent', 'participants',
  'pending', 'polarity', 'positive', 'prompt', 'quarantine', 'rated_at', 'rating', 'reason', 'recommendation',
  'relationship', 'relevance', 'replaced_in', 'replies', 'requests', 'response', 'restricted_attempts', 'revision',
  'role', 'said_from', 'said_to', 'salience', 'section', 'sentences', 'sentiment', 'seq_from', 'seq_to', 'sessions',
  'severity', 'slot', 'source', 'speakers', 'spells_from', 'spells_to', 'stale', 'start', 'states', 'strength',
  'studied', 'tags', 'task', 'tier', 'told', 'tool', 'trigger', 'updated_at', 'valid_from', 'valid_to', 'via',
  'voices', 'void', 'weekdays', 'weight', 'what', 'written_by'
] AS name
CALL db.createProperty(name)
RETURN count(*);
