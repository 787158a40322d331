// Read what messages may end: the earlier messages nearest in meaning to each that state something which is so now, with these facts.
// access: read
// scope: guarded
// param events: ids of the messages that may end something
// param batch: ids of all events that were digested with them
// param least: the least score ((1+cosine)/2)
// param limit: how many neighbours in the index are read
// bundle: batch, events
// returns: forward (list of {later (id of one of the messages), earlier}, nearest first), backward (list of {later, earlier} where later messages were
//   digested first, as by several workers: later is a map of id, at, seq, session, audience, text, vector, speaker, person, person_name). Earlier is a map of text,
//   by (name of its author), score ((1+cosine)/2) and facts (list of {id, text, subject, predicate} that it states, no other message since, and that the readers of the later
//   message may read; no tasks, and nothing that happened once)
CYPHER 25
CALL () {
  UNWIND $events AS id
  MATCH (later:Memory {scope: $scope, id: id})
  USING INDEX SEEK later:Memory(scope, id)
  WHERE later.embedding IS NOT NULL AND later.quarantine IS NULL AND later.instructs IS NULL
  MATCH (earlier:Memory)
  SEARCH earlier IN (
    VECTOR INDEX memory_embedding FOR later.embedding
    WHERE earlier.scope = $scope AND earlier.kind = 'event' AND earlier.current = true
    LIMIT $limit
  ) SCORE AS score
  WITH later, earlier, score
  WHERE score >= $least AND earlier.id <> later.id AND earlier.at <= later.at
  MATCH (earlier)<-[stated:EVIDENCE]-(fact:Fact)
  WHERE fact.current AND fact.at = stated.at AND NOT coalesce(fact.fact_kind, '') IN ['event', 'task']
    AND all(end IN fact.spells_to WHERE end > later.at) AND (later.audience = 'shared' OR later.audience = fact.audience)
    AND NOT EXISTS { (fact)-[:EVIDENCE]->(later) }
  WITH later, earlier, score, fact ORDER BY fact.id
  WITH later, earlier, score, collect(fact {.id, .text, .subject, .predicate}) AS facts
  OPTIONAL MATCH (earlier)-[:SAID_BY]->(author:Person)
  WITH later, earlier, score, facts, author ORDER BY score DESC, earlier.id
  RETURN collect({later: later.id, earlier: {text: earlier.text, by: coalesce(author.name, earlier.speaker), score: score, facts: facts}}) AS forward
}
CALL (forward) {
  UNWIND $batch AS id
  MATCH (earlier:Memory {scope: $scope, id: id})
  USING INDEX SEEK earlier:Memory(scope, id)
  WHERE forward IS NOT NULL AND earlier.embedding IS NOT NULL AND EXISTS {
    MATCH (other:Event) WHERE other.scope = $scope AND other.status = 'complete' AND other.at > earlier.at AND NOT other.id IN $batch
  }
  MATCH (earlier)<-[stated:EVIDENCE]-(fact:Fact)
  WHERE fact.current AND fact.at = stated.at AND NOT coalesce(fact.fact_kind, '') IN ['event', 'task']
  WITH earlier, fact ORDER BY fact.id
  WITH earlier, collect(fact) AS facts
  MATCH (later:Memory)
  SEARCH later IN (
    VECTOR INDEX memory_embedding FOR earlier.embedding
    WHERE later.scope = $scope AND later.kind = 'event' AND later.current = true
    LIMIT $limit
  ) SCORE AS score
  WITH earlier, later, score, [fact IN facts WHERE all(end IN fact.spells_to WHERE end > later.at)
    AND (later.audience = 'shared' OR later.audience = fact.audience) AND NOT EXISTS { (fact)-[:EVIDENCE]->(later) }] AS facts
  WHERE score >= $least AND earlier.at <= later.at AND size(facts) > 0 AND NOT later.id IN $batch
    AND later.event_kind = 'message' AND later.role = 'user' AND later.quarantine IS NULL AND later.instructs IS NULL
  MATCH (later)-[:SAID_BY]->(person:Person)
  OPTIONAL MATCH (earlier)-[:SAID_BY]->(author:Person)
  WITH earlier, later, person, author, score, facts ORDER BY score DESC, earlier.id, later.id
  RETURN collect({
    later: later {.id, .at, .seq, .session, .audience, .text, .speaker, vector: later.embedding, person: person.id, person_name: person.name},
    earlier: {text: earlier.text, by: coalesce(author.name, earlier.speaker), score: score, facts: [fact IN facts | fact {.id, .text, .subject, .predicate}]}
  }) AS backward
}
RETURN forward, backward
