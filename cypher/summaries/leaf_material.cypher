// Return the material of leaves of the summary tree: their newest and previously cited events, and their facts.
// access: read
// scope: guarded
// param leaves: list of {summary (its id), kind (session, entity or topic), id, until (of a session: one more than the sequence number of its last event)}
// param last: maximum number of newest events per leaf
// param reach: number of last written events or facts of an entity or topic among which some are selected
// param max_facts: maximum number of facts per leaf
// param now: datetime at which facts hold
// param credible_tiers: tiers whose statements are believed
// param embedder: name of the embedder of `direction`
// param direction: vector
// returns: summary, text (as it is, or null), sentences, cited, audience, events (list of maps, newest first), facts (list of maps, the most worth noting first)
CYPHER 25
UNWIND $leaves AS leaf
CALL (leaf) {
  CALL (leaf) {
    WITH leaf WHERE leaf.kind = 'session'
    MATCH (event:Event)
    WHERE event.scope = $scope AND event.session = leaf.id AND event.seq >= leaf.until - $last AND event.seq < leaf.until
    RETURN event
    UNION
    // An entity may have a hundred thousand events. A node's edges are read last written first (except within one transaction),
    // and the rest is never read.
    WITH leaf WHERE leaf.kind = 'entity'
    MATCH (known:Memory {scope: $scope, id: leaf.id})<-[:MENTIONS]-(event:Event)
    USING INDEX SEEK known:Memory(scope, id)
    WITH event LIMIT $reach
    RETURN event ORDER BY event.at DESC, event.seq DESC LIMIT $last
    UNION
    WITH leaf WHERE leaf.kind = 'entity'
    MATCH (known:Memory {scope: $scope, id: leaf.id})<-[:SAID_BY]-(event:Event)
    USING INDEX SEEK known:Memory(scope, id)
    WITH event LIMIT $reach
    RETURN event ORDER BY event.at DESC, event.seq DESC LIMIT $last
    UNION
    WITH leaf WHERE leaf.kind = 'topic'
    MATCH (known:Memory {scope: $scope, id: leaf.id})<-[:ON]-(event:Event)
    USING INDEX SEEK known:Memory(scope, id)
    WITH event LIMIT $reach
    RETURN event ORDER BY event.at DESC, event.seq DESC LIMIT $last
    UNION
    WITH leaf
    MATCH (known:Memory {scope: $scope, id: leaf.summary})-[:RESTS_ON]->(event:Event)
    USING INDEX SEEK known:Memory(scope, id)
    RETURN event
  }
  WITH leaf, event
  WHERE event.event_kind IN ['message', 'observation'] AND event.quarantine IS NULL AND coalesce(event.instructs, false) = false
    AND event.status = 'complete' AND (leaf.kind = 'session' OR event.audience = 'shared')
  WITH event ORDER BY event.at DESC, event.seq DESC
  RETURN collect(event) AS events
}
CALL (leaf, events) {
  CALL (leaf, events) {
    UNWIND events AS event
    MATCH (event)<-[:EVIDENCE]-(fact:Fact)
    RETURN fact
    UNION
    WITH leaf WHERE leaf.kind = 'entity'
    MATCH (known:Memory {scope: $scope, id: leaf.id})<-[:SUBJECT]-(fact:Fact)
    USING INDEX SEEK known:Memory(scope, id)
    WITH fact LIMIT $reach
    RETURN fact ORDER BY coalesce(fact.worth, 1.0) DESC, fact.id LIMIT $max_facts
  }
  WITH fact
  WHERE fact.status = 'current'
    AND any(index IN range(0, size(fact.spells_from) - 1) WHERE fact.spells_from[index] <= $now AND $now < fact.spells_to[index])
    // A fact that rests only on instructions or on quarantined events is left out.
    AND (NOT EXISTS { (fact)-[:EVIDENCE]->(:Event) } OR EXISTS {
      (fact)-[said:EVIDENCE]->(event:Event)
      WHERE said.quarantine IS NULL AND coalesce(said.void, false) = false
        AND event.quarantine IS NULL AND coalesce(event.instructs, false) = false })
  WITH fact ORDER BY coalesce(fact.worth, 1.0) DESC, fact.strength DESC, fact.at DESC, fact.id LIMIT $max_facts
  RETURN collect(fact {.id, .text, .template, .predicate, .polarity, .object_text, .fact_type, .fact_kind, .worth, .audience, .strength, .valid_from, .at,
    subject_id: fact.subject, replaced_in: coalesce(fact.replaced_in, []),
    subject: COLLECT { MATCH (fact)-[:SUBJECT]->(entity:Entity) RETURN entity.name }[0],
    object: COLLECT { MATCH (fact)-[:OBJECT]->(entity:Entity) RETURN entity.name }[0],
    object_id: COLLECT { MATCH (fact)-[:OBJECT]->(entity:Entity) RETURN entity.id }[0],
    object_is_person:
//+ knowledge/object_is_person
    ,
//+ summaries/fact_evidence
  }) AS facts
}
OPTIONAL MATCH (summary:Memory {scope: $scope, id: leaf.summary})
USING INDEX SEEK summary:Memory(scope, id)
RETURN leaf.summary AS summary, summary.text AS text, summary.sentences AS sentences, summary.cited AS cited, summary.audience AS audience, facts,
  [event IN events | event {.id, .text, .speaker, .speaker_name, .session, .channel, .role, .direction, .event_kind, .at, .seq, .status, .audience, .salience,
    nearness:
//+ knowledge/nearness
    , outdated: EXISTS {
    // A conversation, a topic and a thing quote claims too, with the tier of the speaker; a person does not.
    WITH event, ['shared', event.audience] AS readers,
      CASE WHEN leaf.kind = 'entity' AND EXISTS { (:Person {scope: $scope, id: leaf.id}) } THEN ['current']
        ELSE ['current', 'claimed', 'contested'] END AS statuses
//+ knowledge/outdated_message
    }}] AS events
