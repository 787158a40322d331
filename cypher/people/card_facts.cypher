// Return the current facts about a person for their card, the most worth noting first.
// access: read
// scope: guarded
// param person: id of the person
// param audiences: audience tokens of the reader, or null for all
// param now: datetime at which facts hold
// param limit: maximum number of facts
// param credible_tiers: tiers whose statements are believed
// returns: id, text, subject, predicate, object, object_is_person, polarity, kind, worth, salience (of the most salient message), at, sources (ids of at most three events), said_by (the account of each of these), speaker (the account of who states it)
CYPHER 25
MATCH (person:Memory {scope: $scope, id: $person})<-[:SUBJECT]-(fact:Fact)
USING INDEX SEEK person:Memory(scope, id)
WHERE fact.status = 'current' AND ($audiences IS NULL OR fact.audience IN $audiences)
  AND ($audiences IS NULL OR none(audience IN coalesce(fact.replaced_in, []) WHERE audience IN $audiences))
  AND any(index IN range(0, size(fact.spells_from) - 1) WHERE fact.spells_from[index] <= $now AND $now < fact.spells_to[index])
WITH person, fact ORDER BY coalesce(fact.worth, 1.0) DESC, fact.strength DESC, fact.at DESC, fact.id LIMIT $limit
CALL (fact) {
  OPTIONAL MATCH (fact)-[said:EVIDENCE]->(event:Event)
  WHERE said.quarantine IS NULL AND coalesce(said.void, false) = false AND event.quarantine IS NULL
    AND coalesce(event.instructs, false) = false AND ($audiences IS NULL OR event.audience IN $audiences)
  WITH event ORDER BY said.at DESC LIMIT 3
  RETURN collect(event.id) AS sources, collect(coalesce(event.speaker, '')) AS accounts, coalesce(max(event.salience), 0.0) AS salience
}
WITH person, fact, sources, accounts, salience
// A fact that rests only on instructions or on quarantined messages is left out.
WHERE size(sources) > 0 OR NOT EXISTS { (fact)-[:EVIDENCE]->(:Event) }
RETURN fact.id AS id, fact.text AS text, person.name AS subject, fact.predicate AS predicate,
  coalesce(COLLECT { MATCH (fact)-[:OBJECT]->(entity:Entity) RETURN entity.name }[0], fact.object_text, '') AS object,
//+ knowledge/object_is_person
  AS object_is_person,
  fact.polarity AS polarity, coalesce(fact.fact_kind, '') AS kind, coalesce(fact.worth, 1.0) AS worth, salience, fact.at AS at, sources, accounts AS said_by,
  // Who states it, as a search shows it.
  COLLECT {
    MATCH (fact)-[evidence:EVIDENCE]->(event:Event)
    WHERE evidence.quarantine IS NULL AND coalesce(evidence.void, false) = false AND ($audiences IS NULL OR event.audience IN $audiences)
    RETURN event.speaker
//+ knowledge/most_authoritative
    LIMIT 1
  }[0] AS speaker
