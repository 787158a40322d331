// Write a batch: entities and their names, facts and their validity, relations, topics, and the status of the events.
// access: write
// scope: guarded
// param worker: id of who claimed the events
// param now: datetime
// param entities: list of {id, label, other_labels, properties, first, last, keys: [{key, name, terms,
//   audiences (in which it was used; null: public)}], vector (or null), embed}, sorted by id
// param facts: list of {id, subject, object (or null), properties, state, vector, states (or null), superseded: [{id, at}],
//   contradicted: [id], evidence: [{event, at, order, said_from, said_to, tier, own, quarantine, authority, start, end, confidence, rests_on (ids of earlier messages, or null)}]}, sorted by id
// param relations: list of {subject, object, predicate, audience, type, strength, first_seen, last_seen, facts, current}
// param topics: list of {id, label, audience, terms, shared_terms (terms if it is shared), vector (or null)}
// param links: list of {one, other, confidence, how, event (that confirms it, or null)} of entities that may be the same
// param events: list of {id, status, error, attempts, retry_at, vector, states and terms (or null), quarantine (id of the quarantine, or null),
//   instructs (true where it contains instructions to an agent, else null),
//   passages: [{id, ordinal, text, start, end, terms, vector, states (or null)}],
//   mentions: [{entity, count, spans, forms (its spellings), types (that it was taken for), ends (types
//   as the endpoint of a statement; with ! where that is certain)}], topics: [{id, relevance}]}
// param trust_states: list of {id (of the memory's trust edge), person, signals, score, tier} of the senders of messages
// param owners: ids of the owners' persons
// bundle: owners
// returns: stored (ids of the events that were still held), passages (how many were written), new_topics (how many topics have a second event now)
CYPHER 25
CALL () {
  UNWIND $entities AS row
  MERGE (entity:Memory {scope: $scope, id: row.id})
    ON CREATE SET entity:Entity, entity.current = true, entity.mention_count = 0, entity.first_seen = row.first, entity.last_seen = row.last,
      entity.created_at = $now
  REMOVE entity:$(row.other_labels)
  SET entity:$(row.label), entity += row.properties, entity.updated_at = $now,
      entity.first_seen = CASE WHEN entity.first_seen <= row.first THEN entity.first_seen ELSE row.first END,
      entity.last_seen = CASE WHEN entity.last_seen >= row.last THEN entity.last_seen ELSE row.last END
  CALL (entity, row) {
    WITH entity, row WHERE row.vector IS NOT NULL
    CALL db.create.setNodeVectorProperty(entity, 'embedding', row.vector)
  }
  CALL (entity, row) {
    UNWIND row.keys AS each
    MERGE (alias:Alias {scope: $scope, key: each.key})
      ON CREATE SET alias.name = each.name, alias.terms = each.terms, alias.created_at = $now
    MERGE (alias)-[names:NAMES]->(entity)
      ON CREATE SET names.audiences = each.audiences
      ON MATCH SET names.audiences = CASE WHEN each.audiences IS NULL OR names.audiences IS NULL THEN null
        ELSE coll.sort(names.audiences + [one IN each.audiences WHERE NOT one IN names.audiences]) END
  }
  RETURN count(*) AS entities_written
}
CALL (entities_written) {
  UNWIND $topics AS row
  MERGE (topic:Memory {scope: $scope, id: row.id})
    ON CREATE SET topic:Topic, topic.kind = 'topic', topic.name = row.label, topic.text = row.label,
      topic.current = false, topic.audience = row.audience, topic.event_count = 0, topic.created_at = $now
  SET topic.updated_at = $now, topic.audience = CASE WHEN row.audience = 'shared' THEN 'shared' ELSE topic.audience END
  CALL (topic, row) {
    WITH topic, row WHERE row.vector IS NOT NULL AND topic.embedding IS NULL
    CALL db.create.setNodeVectorProperty(topic, 'embedding', row.vector)
  }
  RETURN sum(CASE WHEN entities_written IS NOT NULL THEN 1 ELSE 0 END) AS topics_written
}
CALL (topics_written) {
  UNWIND $events AS row
  MATCH (event:Memory {scope: $scope, id: row.id})
  USING INDEX SEEK event:Memory(scope, id)
  // A worker whose lease expired has lost the event to another worker, and writes nothing.
  WHERE event.lease = $worker AND event.status = 'processing' AND topics_written IS NOT NULL
  SET event.status = row.status, event.error = row.error, event.attempts = row.attempts, event.digested_at = $now,
      event.updated_at = $now, event.lease = null, event.lease_until = row.retry_at,
      event.again = CASE WHEN row.status IN ['complete', 'skipped'] THEN null ELSE event.again END,
      event.instructs = row.instructs, event.salience = coalesce(row.salience, event.salience), event.states = coalesce(row.states, event.states), event.terms = coalesce(row.terms, event.terms)
  CALL (event, row) {
    WITH event, row WHERE row.vector IS NOT NULL
    CALL db.create.setNodeVectorProperty(event, 'embedding', row.vector)
  }
  CALL (event, row) {
    UNWIND row.passages AS cut
    MERGE (passage:Memory {scope: $scope, id: cut.id})
      ON CREATE SET passage:Passage, passage.kind = 'passage', passage.name = 'part ' + (cut.ordinal + 1),
        passage.event = event.id, passage.seq = event.seq, passage.ordinal = cut.ordinal, passage.text = cut.text, passage.states = cut.states,
        passage.role = event.role, passage.start = cut.start,
        passage.end = cut.end, passage.terms = cut.terms, passage.current = true, passage.audience = event.audience,
        passage.at = event.at, passage.session = event.session, passage.channel = event.channel,
        passage.speaker = event.speaker, passage.speaker_name = event.speaker_name, passage.instructs = event.instructs, passage.created_at = $now,
        passage.updated_at = $now
    MERGE (event)-[:HAS_PASSAGE]->(passage)
    WITH passage, cut WHERE cut.vector IS NOT NULL
    CALL db.create.setNodeVectorProperty(passage, 'embedding', cut.vector)
  }
  CALL (event, row) {
    MATCH (event)-[:HAS_PASSAGE]->{0,1}(part:Memory)
    WHERE row.quarantine IS NOT NULL AND part.current
    SET event.quarantine = row.quarantine, part.current = false, part.quarantined_terms = part.terms, part.terms = null
  }
  CALL (event, row) {
    UNWIND row.mentions AS each
    MATCH (entity:Memory {scope: $scope, id: each.entity})
    USING INDEX SEEK entity:Memory(scope, id)
    // An event counts once, however often it is digested.
    MERGE (event)-[mention:MENTIONS]->(entity)
      ON CREATE SET mention.count = each.count, mention.spans = each.spans, mention.forms = each.forms, mention.types = each.types,
        mention.ends = each.ends, entity.mention_count = entity.mention_count + 1
  }
  CALL (event, row) {
    UNWIND row.topics AS each
    MATCH (topic:Memory {scope: $scope, id: each.id})
    USING INDEX SEEK topic:Memory(scope, id)
    MERGE (event)-[on:ON]->(topic)
      ON CREATE SET on.relevance = each.relevance, topic.event_count = topic.event_count + 1
  }
  RETURN collect(event.id) AS stored, sum(size(row.passages)) AS passages
}
CALL (stored) {
  UNWIND $topics AS row
  MATCH (topic:Memory {scope: $scope, id: row.id})
  USING INDEX SEEK topic:Memory(scope, id)
  // What a single event is on becomes a topic with the second event, for those who may read it.
  WHERE stored IS NOT NULL AND topic.event_count >= 2 AND topic.audience IN ['shared', row.audience]
  WITH topic, topic.current AS is_known, CASE topic.audience WHEN 'shared' THEN row.shared_terms ELSE row.terms END AS terms
  WHERE NOT is_known OR topic.terms <> terms
  SET topic.current = true, topic.terms = terms
  RETURN sum(CASE WHEN is_known THEN 0 ELSE 1 END) AS new_topics
}
CALL (stored) {
  UNWIND $facts AS row
  MERGE (fact:Memory {scope: $scope, id: row.id})
    ON CREATE SET fact:Fact, fact.kind = 'fact', fact.recorded_at = $now, fact.created_at = $now, fact += row.properties
  SET fact += row.state, fact.updated_at = $now
  WITH fact, row WHERE stored IS NOT NULL
  CALL (fact, row) {
    WITH fact, row WHERE row.vector IS NOT NULL AND fact.embedding IS NULL
    SET fact.states = row.states
    WITH fact, row
    CALL db.create.setNodeVectorProperty(fact, 'embedding', row.vector)
  }
  CALL (fact, row) {
    MATCH (subject:Memory {scope: $scope, id: row.subject})
    USING INDEX SEEK subject:Memory(scope, id)
    MERGE (fact)-[:SUBJECT]->(subject)
  }
  CALL (fact, row) {
    MATCH (object:Memory {scope: $scope, id: row.object})
    USING INDEX SEEK object:Memory(scope, id)
    MERGE (fact)-[:OBJECT]->(object)
  }
  CALL (fact, row) {
    UNWIND row.evidence AS each
    MATCH (event:Memory {scope: $scope, id: each.event})
    USING INDEX SEEK event:Memory(scope, id)
    MERGE (fact)-[evidence:EVIDENCE]->(event)
      ON CREATE SET evidence.at = each.at, evidence.order = each.order, evidence.said_from = each.said_from, evidence.said_to = each.said_to,
        evidence.start = each.start, evidence.end = each.end, evidence.confidence = each.confidence, evidence.tier = each.tier, evidence.own = each.own, evidence.quarantine = each.quarantine,
        evidence.authority = each.authority,
        evidence.rests_on = each.rests_on, evidence.recorded_at = $now
    WITH fact, event, each
    MATCH (event)-[:SAID_BY]->(person:Person)
    MERGE (fact)-[asserted:ASSERTED_BY]->(person)
    SET asserted.tier = each.tier
  }
  RETURN count(*) AS facts_written
}
CALL (facts_written) {
  UNWIND $facts AS row
  MATCH (fact:Memory {scope: $scope, id: row.id})
  USING INDEX SEEK fact:Memory(scope, id)
  WHERE facts_written IS NOT NULL
  CALL (fact, row) {
    MATCH (fact)-[outdated:SUPERSEDES]->(older:Fact)
    WHERE NOT older.id IN [each IN row.superseded | each.id] AND coalesce(outdated.corrected, false) = false
    DELETE outdated
  }
  CALL (fact, row) {
    UNWIND row.superseded AS each
    MATCH (older:Memory {scope: $scope, id: each.id})
    USING INDEX SEEK older:Memory(scope, id)
    MERGE (fact)-[supersedes:SUPERSEDES]->(older)
    SET supersedes.at = each.at
  }
  CALL (fact, row) {
    MATCH (fact)-[outdated:CONTRADICTS]->(other:Fact)
    WHERE NOT other.id IN row.contradicted
    DELETE outdated
  }
  CALL (fact, row) {
    UNWIND row.contradicted AS id
    MATCH (other:Memory {scope: $scope, id: id})
    USING INDEX SEEK other:Memory(scope, id)
    MERGE (fact)-[:CONTRADICTS]->(other)
  }
  RETURN count(*) AS facts_linked
}
CALL (facts_linked) {
  UNWIND $relations AS row
  MATCH (subject:Memory {scope: $scope, id: row.subject})
  USING INDEX SEEK subject:Memory(scope, id)
  MATCH (object:Memory {scope: subject.scope, id: row.object})
  USING INDEX SEEK object:Memory(scope, id)
  WHERE facts_linked IS NOT NULL
  // A private statement has a relation of its own, as it has a fact of its own.
  MERGE (subject)-[relation:RELATES_TO {predicate: row.predicate, audience: row.audience}]->(object)
  SET relation.type = row.type, relation.strength = row.strength, relation.first_seen = row.first_seen, relation.last_seen = row.last_seen,
      relation.facts = row.facts
  // Relations are a projection of what holds now; the facts keep the history.
  FOREACH (outdated IN CASE WHEN row.current THEN [] ELSE [relation] END | DELETE outdated)
  RETURN count(*) AS related
}
CALL (related) {
  UNWIND $links AS row
  MATCH (one:Memory {scope: $scope, id: row.one})
  USING INDEX SEEK one:Memory(scope, id)
  MATCH (other:Memory {scope: one.scope, id: row.other})
  USING INDEX SEEK other:Memory(scope, id)
  WHERE related IS NOT NULL
  MERGE (one)-[same:SAME_AS]->(other)
    ON CREATE SET same.status = 'proposed', same.confidence = row.confidence, same.how = row.how, same.events = [], same.created_at = $now
  SET same.events = CASE WHEN row.event IS NULL OR row.event IN same.events THEN same.events ELSE same.events + row.event END
  // A separate clause, since within one SET the old list would be counted.
  WITH same
  SET same.confirmations = size(same.events)
  RETURN count(*) AS linked
}
CALL (linked) {
  UNWIND $trust_states AS row
  MATCH (person:Memory {scope: $scope, id: row.person})
  USING INDEX SEEK person:Memory(scope, id)
  WHERE linked IS NOT NULL
  MERGE (edge:TrustEdge {scope: $scope, id: row.id})
    ON CREATE SET edge.truster = 'memory', edge.trustee = row.person, edge.positive = 0, edge.negative = 0,
      edge.restricted_attempts = 0, edge.sentiment = 0.0, edge.created_at = $now
  SET edge += row.signals, edge.name = 'trust in ' + person.name, edge.updated_at = $now
  MERGE (edge)-[:TO]->(person)
  WITH row, person, edge
  CALL (row, person, edge) {
    // One who takes the name of a familiar person is marked once, with their first message.
    MATCH (known:Person {scope: $scope, skeleton: person.skeleton})
    WHERE known <> person AND known.first_seen < person.first_seen AND row.tier IN ['stranger', 'acquaintance'] AND EXISTS {
      MATCH (:Person {owner: true})-[trusts:TRUSTS]->(known) WHERE trusts.tier IN ['familiar', 'trusted', 'inner_circle']
    }
    WITH DISTINCT person, edge
    MERGE (mark:Mark {scope: $scope, id: 'mark-name-' + person.id})
      ON CREATE SET mark.name = 'suspicious name', mark.kind = 'suspicious', mark.severity = 0.0,
        mark.reason = 'has the name of a familiar person', mark.at = person.first_seen
    MERGE (edge)-[:MARKED]->(mark)
    WITH person, mark WHERE mark.event IS NULL
    MATCH (person)<-[:SAID_BY]-(event:Event)
    WITH mark, event ORDER BY event.at, event.id LIMIT 1
    SET mark.event = event.id
    MERGE (mark)-[:FOR]->(event)
  }
  WITH row, person, edge
  UNWIND $owners AS id
  MATCH (owner:Memory {scope: $scope, id: id})
  USING INDEX SEEK owner:Memory(scope, id)
  WHERE owner <> person
  MERGE (owner)-[:EXTENDS]->(edge)
  // A snapshot for display; the effective score is computed when it is read.
  MERGE (owner)-[trusts:TRUSTS]->(person)
  SET trusts.score = row.score, trusts.tier = row.tier, trusts.at = $now
  RETURN count(*) AS trusted
}
RETURN stored, passages, new_topics
