// Return the candidates of a search: nearest vectors, best full-text matches, their neighbours, and matching facts and entities.
// access: read
// scope: guarded
// param vector: the query's vector; null: vector search finds nothing
// param query: Lucene query that includes the filters, see kg.graph.full_text
// param kinds: kinds of memory
// param k: maximum number of candidates of each index
// param audiences: (fragment audience) audience tokens of the reader
// param session: (fragment session) canonical id
// param channel: (fragment channel) name of the channel
// param speaker: (fragment speaker) platform:id
// param speaker_name: (fragment speaker_name) display name of the speaker
// param since: (fragment since) datetime, inclusive
// param until: (fragment until) datetime, exclusive
// param fact_vector: the query's vector if facts are included, else null
// param fact_query: Lucene query for facts; without facts, one that finds nothing
// param facts: maximum number of facts of each index
// param keys: normalised word sequences of the query that may name an entity
// param people: ids of persons that the query is about without naming them
// param moment: (fragment then) datetime at which facts hold
// param fact_states: (fragment now) [true]; for a question about the past [true, false], because superseded facts are returned too
// (fragments unreplaced, unreplaced_here) leave out facts that are known, in any or in these audiences, to be replaced
// param credible_tiers: trust tiers whose assertions are believed without corroboration
// param around: number of the best candidates of each index whose neighbours are returned
// bundle: keys, people
// returns: two rows of one map, part. The first: lists by_meaning (ids, nearest first), meanings ((1+cosine)/2), by_words (ids, best first),
//   weights (BM25); and, of each memory once: id, event, kind, seq, at (microseconds since 1970), session, speaker, speaker_name, role, text,
//   instructs (null of a message that is not yet digested), states (its token states, or null); memory_sources (of memories other than
//   events: {id, of_episode: whether it rests on an episode, sources: ids of source events, newest first});
//   attributions (of facts among the memories: {id, subject, predicate, valid_from, valid_to, source: [account, name] of the last who
//   asserted it});
//   model ([name, dimension] of the scope's embedder, and [name] of the next one during re-embedding).
//   The second: facts and entities (lists of maps: matching facts, and named entities)
// A map of several properties reads them in one pass; each property that is read alone walks through the node's properties again.
CYPHER 25
CALL () {
  MATCH (node:Memory)
  SEARCH node IN (
    VECTOR INDEX memory_embedding FOR $vector
    WHERE node.scope = $scope AND node.current = true AND node.kind IN $kinds
      //?audience AND node.audience IN $audiences
      //?session AND node.session = $session
      //?channel AND node.channel = $channel
      //?speaker AND node.speaker = $speaker
      //?speaker_name AND node.speaker_name = $speaker_name
      //?since AND node.at >= $since
      //?until AND node.at < $until
    LIMIT $k
  ) SCORE AS score
  WITH node, score
  WHERE true
//+ retrieval/visible_person
  ORDER BY score DESC
  RETURN collect(node) AS near, collect(score) AS meanings
}
CALL (near) {
  CALL db.index.fulltext.queryNodes('memory_text', $query, {limit: $k}) YIELD node, score
  // The query requires the scope's token; this check would hold even for equal tokens. Using `near` here makes the planner read one
  // index after the other instead of building a product.
  WHERE node.scope = $scope AND near IS NOT NULL
//+ retrieval/visible_person
  WITH node, score ORDER BY score DESC
  RETURN collect(node) AS matched, collect(score) AS weights
}
CALL (near, matched) {
  UNWIND near[..$around] + matched[..$around] AS node
  WITH DISTINCT node.session AS session, node.seq AS seq
  // By sequence number and not along NEXT: a passage has the sequence number of its event, but no edge.
  MATCH (event:Event)
  USING INDEX SEEK event:Event(scope, session, seq)
  WHERE event.scope = $scope AND event.session = session AND event.seq IN [seq - 2, seq - 1, seq + 1, seq + 2]
  WITH DISTINCT event
  WITH event, event {.kind, .current, .audience, .channel, .speaker, .speaker_name, .at} AS row
  // Quarantined events are not returned as neighbours.
  WHERE row.kind IN $kinds AND row.current
    //?audience AND row.audience IN $audiences
    //?channel AND row.channel = $channel
    //?speaker AND row.speaker = $speaker
    //?speaker_name AND row.speaker_name = $speaker_name
    //?since AND row.at >= $since
    //?until AND row.at < $until
  // A long event, which has no vector of its own, is represented by its first passage.
  RETURN collect(CASE
    WHEN event.embedding IS NULL THEN coalesce(COLLECT { MATCH (event)-[:HAS_PASSAGE]->(passage:Passage {ordinal: 0}) RETURN passage }[0], event)
    ELSE event END) AS neighbours
}
CALL (near, matched, neighbours) {
  UNWIND near + matched + neighbours AS node
  RETURN collect(DISTINCT node) AS nodes
}
CALL (nodes) {
  UNWIND [one IN nodes WHERE one:Kept] AS node
  RETURN collect({id: node.id, of_episode: EXISTS { (node)-[:RESTS_ON]->(:Kept {kind: 'episode'}) }, sources: COLLECT {
    // Directly, or through the facts that it was drawn from.
    MATCH (node)-[:RESTS_ON|EVIDENCE]->{1,2}(event:Event)
    WHERE event.quarantine IS NULL
      //?audience AND event.audience IN $audiences
    WITH DISTINCT event ORDER BY event.at DESC, event.id LIMIT 10
    RETURN event.id
  }}) AS memory_sources
}
CALL (nodes) {
  UNWIND [one IN nodes WHERE one:Fact] AS node
  WITH node {.id, .subject, .predicate, .valid_from, .valid_to} AS fact, node
  RETURN collect({id: fact.id, subject: fact.subject, predicate: fact.predicate, valid_from: toString(fact.valid_from),
      valid_to: toString(fact.valid_to), source: COLLECT {
    MATCH (node)-[evidence:EVIDENCE]->(event:Event)
    WHERE evidence.quarantine IS NULL
      //?audience AND event.audience IN $audiences
    RETURN [event.speaker, event.speaker_name]
//+ knowledge/most_authoritative
    LIMIT 1
  }[0]}) AS attributions
}
WITH *, [n IN nodes | n {.id, .event, .kind, .seq, .at, .session, .speaker, .speaker_name, .role, .text, .instructs, .status, .states}] AS rows
RETURN {memory_sources: memory_sources, attributions: attributions,
  model: COLLECT { MATCH (home:Scope {scope: $scope}) RETURN [home.embedder, home.dimension, home.next_embedder] }[0],
  by_meaning: [n IN near | n.id], meanings: meanings, by_words: [n IN matched | n.id], weights: weights,
  id: [n IN rows | n.id], event: [n IN rows | n.event], kind: [n IN rows | n.kind],
  seq: [n IN rows | n.seq], at: [n IN rows | n.at.epochMillis * 1000 + n.at.microsecond % 1000],
  session: [n IN rows | n.session], speaker: [n IN rows | n.speaker],
  speaker_name: [n IN rows | n.speaker_name], role: [n IN rows | n.role], text: [n IN rows | n.text],
  instructs: [n IN rows | coalesce(n.instructs, CASE WHEN n.status IN ['pending', 'processing'] THEN null ELSE false END)],
  states: [n IN rows | n.states]} AS part
UNION ALL
// Servers send the first row before they compute this one.
CALL () {
  UNWIND $keys AS key
  MATCH (alias:Alias {scope: $scope, key: key})-[names:NAMES]->(entity:Entity)
  USING INDEX SEEK alias:Alias(scope, key)
  // A name resolves only for readers who may see it, and not if it occurs only in quarantined events. Of a person other than an
  // owner, they must see a message too, or a mention.
  WHERE (coalesce(entity.owner, false) OR NOT EXISTS { (:Event)-[:MENTIONS|SAID_BY]->(entity) } OR EXISTS {
      MATCH (event:Event)-[:SAID_BY]->(entity)
      WHERE event.scope = $scope
        //?audience AND event.audience IN $audiences
    } OR EXISTS {
      MATCH (event:Event)-[:MENTIONS]->(entity)
      WHERE event.quarantine IS NULL
        //?audience AND event.audience IN $audiences
    })
    //?audience AND (names.audiences IS NULL OR any(one IN names.audiences WHERE one IN $audiences))
  RETURN collect(DISTINCT {key: key, entity: entity}) AS named
}
CALL (named) {
  UNWIND $people AS id
  MATCH (entity:Memory {scope: $scope, id: id})
  USING INDEX SEEK entity:Memory(scope, id)
  WHERE named IS NOT NULL
  RETURN collect({key: null, entity: entity}) AS present
}
CALL (named, present) {
  UNWIND named + present AS each
  WITH DISTINCT each.entity AS entity
  CALL (entity) {
    MATCH (fact:Fact)
    USING INDEX SEEK fact:Fact(scope, subject, predicate)
    WHERE fact.scope = $scope AND fact.subject = entity.id AND fact.predicate >= ''
    WITH fact, fact {.current, .strength, .at, .status, .voices, .audience} AS row
    WHERE true
      //?audience AND row.audience IN $audiences
    WITH fact, row ORDER BY row.current DESC, row.strength DESC, row.at DESC
    WITH collect(CASE WHEN true
        //?now AND row.current IN $fact_states AND (row.current OR row.status = 'superseded')
        THEN fact END)[..30] AS strongest,
      collect(CASE WHEN row.status IN ['claimed', 'contested'] THEN {fact: fact, voices: row.voices, at: row.at} END) AS claims
    CALL (claims) {
      // Claimed facts, those asserted by most speakers first, in addition to the believed ones.
      UNWIND claims AS claim
      WITH claim ORDER BY claim.voices DESC, claim.at DESC LIMIT 5
      RETURN collect(claim.fact) AS claimed
    }
    UNWIND strongest + claimed AS fact
    RETURN fact
    UNION
    MATCH (fact:Fact)
    USING INDEX SEEK fact:Fact(scope, object_key)
    WHERE fact.scope = $scope AND fact.object_key = entity.id
    WITH fact, fact {.current, .strength, .at, .status, .audience} AS row
    WHERE true
      //?now AND row.current IN $fact_states AND (row.current OR row.status = 'superseded')
      //?audience AND row.audience IN $audiences
    RETURN fact ORDER BY row.current DESC, row.strength DESC, row.at DESC LIMIT 15
  }
  RETURN collect(fact) AS about
}
CALL (about) {
  MATCH (fact:Memory)
  SEARCH fact IN (
    VECTOR INDEX memory_embedding FOR $fact_vector
    WHERE fact.scope = $scope AND fact.kind = 'fact'
      //?now AND fact.current IN $fact_states
      //?audience AND fact.audience IN $audiences
    LIMIT $facts
  ) SCORE AS score
  WITH fact, score WHERE about IS NOT NULL
    //?now AND (fact.current OR fact.status = 'superseded')
  RETURN collect(fact) AS meant
}
CALL (meant) {
  CALL db.index.fulltext.queryNodes('memory_text', $fact_query, {limit: $facts}) YIELD node, score
  WHERE node.scope = $scope AND meant IS NOT NULL AND node:Fact
    //?now AND (node.current OR node.status = 'superseded')
  RETURN collect(node) AS said
}
CALL (about, meant, said) {
  UNWIND about + meant + said AS fact
  MATCH (fact)<-[:CONTRADICTS]-(claim:Fact)
  WHERE true
    //?audience AND claim.audience IN $audiences
  RETURN collect(DISTINCT claim)[..10] AS disputed
}
CALL (about, meant, said, disputed) {
  UNWIND about + meant + said + disputed AS fact
  WITH DISTINCT fact WHERE fact:Fact
  WITH fact, fact IN said AS by_words,
    fact {.id, .text, .subject, .object, .predicate, .status, .audience, .strength, .worth, .at, .valid_from, .valid_to, .embedding,
      .replaced_in, .spells_from, .spells_to} AS row
  WHERE true
    //?audience AND row.audience IN $audiences
    //?unreplaced AND size(coalesce(row.replaced_in, [])) = 0
    //?unreplaced_here AND none(token IN coalesce(row.replaced_in, []) WHERE token IN $audiences)
    //?then AND any(index IN range(0, size(row.spells_from) - 1) WHERE row.spells_from[index] <= $moment AND $moment < row.spells_to[index])
  RETURN collect({id: row.id, text: row.text, subject: row.subject, object: row.object, predicate: row.predicate, status: row.status, audience: row.audience,
    strength: row.strength, worth: coalesce(row.worth, 1.0), at: row.at.epochMillis * 1000 + row.at.microsecond % 1000, by_words: by_words,
    valid_from: toString(row.valid_from), valid_to: toString(row.valid_to),
    // During re-embedding a scope has vectors of two dimensions.
    cosine: CASE WHEN size(row.embedding) = vector_dimension_count($fact_vector) THEN 2 * vector.similarity.cosine(row.embedding, $fact_vector) - 1 END,
    // The speaker with the most authority first; quarantined evidence is ignored. A reader may be allowed to see a
    // shared fact, but not all of its evidence, which is filtered by audience.
    sources: COLLECT {
      MATCH (fact)-[evidence:EVIDENCE]->(event:Event)
      WITH event {.id, .direction, .speaker, .speaker_name, .audience} AS event, evidence {.tier, .authority, .own, .at, .quarantine} AS evidence
      WHERE evidence.quarantine IS NULL
        //?audience AND event.audience IN $audiences
      RETURN [event.id, coalesce(event.direction = 'internal', false), event.speaker, event.speaker_name]
//+ knowledge/most_authoritative
      LIMIT 5
    },
    replaced: COLLECT {
      MATCH (fact)-[:SUPERSEDES]->(older:Fact)-[evidence:EVIDENCE]->(event:Event)
      WHERE evidence.quarantine IS NULL
        //?audience AND event.audience IN $audiences
      RETURN [older.id, event.id] ORDER BY evidence.at DESC LIMIT 10
    }}) AS facts
}
CALL (named, present) {
  UNWIND named + present AS each
  WITH each.entity AS entity, each.key AS key
  RETURN collect(entity {.id, .name, .type, .aliases, .description, .mention_count, .importance, key: key,
    // Numbers, since a time takes the driver a tenth of a millisecond.
    first_seen: entity.first_seen.epochMillis * 1000 + entity.first_seen.microsecond % 1000,
    last_seen: entity.last_seen.epochMillis * 1000 + entity.last_seen.microsecond % 1000}) AS entities
}
RETURN {facts: facts, entities: entities} AS part
