// Facts with their evidence: of some subjects, of some objects, of one id, or all of them, newest first.
// access: read
// scope: guarded
// choose: all, one, subject, object
// param limit: how many at most
// param id: (fragment one) id of the fact
// param subjects: (fragment subject) ids of entities
// param objects: (fragment object) ids of entities, and folded values prefixed with =
// param predicate: (fragment predicate) one predicate
// param kind: (fragment kind) kind of an observation
// param predicates_of_kind: (fragment kind) list of closed predicates of this kind
// param min_worth: (fragment worth) least worth
// param statuses: (fragment status) statuses
// (fragments unreplaced, unreplaced_here) without facts that are replaced in any audience, or in one of these audiences
// param at: (fragment at) datetime at which they hold
// param audiences: (fragment audience) tokens of the audiences that the asker may read
// returns: fact (a map), subject, object (names), evidence (list of maps, oldest first)
CYPHER 25
MATCH (fact:Fact)
//?one USING INDEX SEEK fact:Memory(scope, id)
WHERE fact.scope = $scope
  //?all AND fact.at IS NOT NULL
  //?one AND fact.id = $id AND fact:Memory
  //?subject AND fact.subject IN $subjects AND fact.predicate >= ''
  //?object AND fact.object_key IN $objects
  //?predicate AND fact.predicate = $predicate
  //?kind AND (fact.fact_kind = $kind OR (fact.fact_kind IS NULL AND fact.predicate IN $predicates_of_kind))
  //?worth AND coalesce(fact.worth, 1.0) >= $min_worth
  //?status AND fact.status IN $statuses
  //?unreplaced AND size(coalesce(fact.replaced_in, [])) = 0
  //?unreplaced_here AND none(token IN coalesce(fact.replaced_in, []) WHERE token IN $audiences)
  //?at AND any(number IN range(0, size(fact.spells_from) - 1) WHERE fact.spells_from[number] <= $at AND $at < fact.spells_to[number])
  //?audience AND fact.audience IN $audiences
// Ordered by scope as well, so that the index of all facts is read from its end and only as far as needed.
WITH fact ORDER BY fact.scope DESC, fact.at DESC, fact.id LIMIT $limit
RETURN fact {.*, embedding: null, states: null, terms: null} AS fact,
  COLLECT { MATCH (fact)-[:SUBJECT]->(entity:Entity) RETURN entity.name }[0] AS subject,
  COLLECT { MATCH (fact)-[:OBJECT]->(entity:Entity) RETURN entity.name }[0] AS object,
  COLLECT {
    MATCH (fact)-[evidence:EVIDENCE]->(event:Event)
    WITH evidence, event ORDER BY evidence.at, evidence.order
    RETURN {event: event.id, speaker: event.speaker, at: evidence.at, order: evidence.order, said_from: evidence.said_from, said_to: evidence.said_to,
      audience: event.audience, recorded_at: evidence.recorded_at, void: coalesce(evidence.void, false), tier: evidence.tier, own: coalesce(evidence.own, false),
      quarantine: evidence.quarantine, authority: evidence.authority, session: event.session,
      first_seen: COLLECT { MATCH (event)-[:SAID_BY]->(person:Person) RETURN person.first_seen }[0],
      person: COLLECT { MATCH (event)-[:SAID_BY]->(person:Person) RETURN person.id }[0], start: evidence.start, end: evidence.end}
  } AS evidence
