// Get a fact with the words it rests on, what it replaced, what contradicts it, and what rests on it; for the console.
// access: read
// scope: guarded
// param id: id of the fact
// param max_chars: the maximum length of a quoted text
// returns: fact (a map), subject and object ({id, name, kind}, or null), evidence (list of maps, oldest first), replaced, replaced_by and
//   contradicts (lists of {id, text, status, at}), used (list of {id, kind, text} of memories that rest on it)
CYPHER 25
MATCH (fact:Memory {scope: $scope, id: $id})
USING INDEX SEEK fact:Memory(scope, id)
WHERE fact:Fact
RETURN fact {.id, .text, .status, .predicate, .polarity, .subject, .object_text, .fact_kind, .worth, .confidence, .strength, .audience, .roles,
    .valid_from, .valid_to, .recorded_at, .reason, .domain, .category, .key, expired_at: properties(fact).expired_at} AS fact,
  COLLECT { MATCH (fact)-[:SUBJECT]->(end:Entity) RETURN {id: end.id, name: end.name, kind: end.kind} LIMIT 1 }[0] AS subject,
  COLLECT { MATCH (fact)-[:OBJECT]->(end:Entity) RETURN {id: end.id, name: end.name, kind: end.kind} LIMIT 1 }[0] AS object,
  COLLECT {
    MATCH (fact)-[evidence:EVIDENCE]->(event:Event)
    WITH evidence, event ORDER BY evidence.at, evidence.order LIMIT 30
    RETURN {id: event.id, session: event.session, at: event.at, text: left(event.text, $max_chars), speaker: event.speaker,
      speaker_name: event.speaker_name, role: event.role, tier: evidence.tier, own: coalesce(evidence.own, false),
      void: coalesce(evidence.void, false), quarantined: event.quarantine IS NOT NULL, confidence: evidence.confidence,
      person: COLLECT { MATCH (event)-[:SAID_BY]->(person:Person) RETURN {id: person.id, name: person.name} LIMIT 1 }[0]}
  } AS evidence,
  COLLECT {
    MATCH (fact)-[link:SUPERSEDES]->(other:Fact)
    RETURN {id: other.id, text: other.text, status: other.status, at: link.at} ORDER BY link.at DESC, other.id LIMIT 20
  } AS replaced,
  COLLECT {
    MATCH (fact)<-[link:SUPERSEDES]-(other:Fact)
    RETURN {id: other.id, text: other.text, status: other.status, at: link.at} ORDER BY link.at DESC, other.id LIMIT 20
  } AS replaced_by,
  COLLECT {
    MATCH (fact)-[:CONTRADICTS]-(other:Fact)
    RETURN DISTINCT {id: other.id, text: other.text, status: other.status, at: other.recorded_at} LIMIT 20
  } AS contradicts,
  COLLECT {
    MATCH (fact)<-[:RESTS_ON]-(kept:Kept)
    WHERE kept.archived_at IS NULL
    RETURN {id: kept.id, kind: kept.kind, text: left(kept.text, 200)} ORDER BY kept.kind, kept.id LIMIT 12
  } AS used
