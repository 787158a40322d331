// Get a stored memory with its sources and subjects; for the console.
// access: read
// scope: guarded
// param id: id of the memory
// param max_chars: the maximum length of a quoted text
// returns: memory (a map), sources (list of {id, kind, text, at, speaker_name, session}), about (list of {id, kind, name}),
//   used (list of {id, kind, text} of memories that rest on it), replaced_by (id, or null)
CYPHER 25
MATCH (kept:Memory {scope: $scope, id: $id})
USING INDEX SEEK kept:Memory(scope, id)
WHERE kept:Kept
RETURN kept {.*, embedding: null, states: null, terms: null, archived_terms: null} AS memory,
  COLLECT {
    MATCH (kept)-[:RESTS_ON]->(source:Memory)
    RETURN {id: source.id, kind: source.kind, text: left(coalesce(source.text, source.name), $max_chars), at: source.at,
      speaker_name: source.speaker_name, session: source.session} ORDER BY source.at, source.id LIMIT 40
  } AS sources,
  COLLECT {
    MATCH (kept)-[:ABOUT|SUMMARIZES]->(subject)
    WHERE subject.id IS NOT NULL
    RETURN {id: subject.id, kind: coalesce(subject.kind, 'session'), name: subject.name} ORDER BY subject.id LIMIT 12
  } AS about,
  COLLECT {
    MATCH (kept)<-[:RESTS_ON]-(other:Kept)
    WHERE other.archived_at IS NULL
    RETURN {id: other.id, kind: other.kind, text: left(other.text, 200)} ORDER BY other.kind, other.id LIMIT 12
  } AS used,
  COLLECT { MATCH (kept)<-[:SUPERSEDES]-(other:Kept) RETURN other.id LIMIT 1 }[0] AS replaced_by
