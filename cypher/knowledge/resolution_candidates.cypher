// Take the scope's write lock, and read the entities that the names of a batch may mean, with the facts of their slots.
// access: write
// scope: guarded
// param now: datetime
// param names: list of {n, key, id (of a known entity, or null), query (Lucene over aliases, or null), vector (or null),
//   sought (facts about it: list of {predicates, whole (all of them), objects (keys of values), aspects (ends of slots), words (parts of objects), tasks (whether tasks are read too)})}
// param slot_keys: list of slot keys of facts
// param events: ids of the events
// param sessions: ids of their sessions
// param speakers: ids of the speakers
// param ties: predicates of relations between persons
// bundle: events, sessions, slot_keys, speakers
// returns: mentioned (list of [event, entity] that are stored already), hits (list of {n, id, score (of the vector, else null)}), entities (list of maps),
//   facts (list of maps with their evidence), owned (whether the scope has an owner), owners (ids of their persons), trust_states (list of {requested_id, person, owner, first_seen, edge, violations,
//   endorsed})
CYPHER 25
MERGE (turn:Turn {scope: $scope})
// This write takes a lock until the transaction ends, so that what is read now does not change before it is written.
SET turn.at = $now
WITH turn
CALL (turn) {
  UNWIND $names AS row
  MATCH (alias:Alias {scope: turn.scope, key: row.key})-[:NAMES]->(entity:Entity)
  RETURN collect({n: row.n, entity: entity, score: null}) AS equal
}
CALL (turn) {
  UNWIND $names AS row
  MATCH (entity:Memory {scope: turn.scope, id: row.id})
  USING INDEX SEEK entity:Memory(scope, id)
  RETURN collect({n: row.n, entity: entity, score: null}) AS by_id
}
CALL (equal) {
  UNWIND [row IN $names WHERE row.query IS NOT NULL] AS row
  CALL db.index.fulltext.queryNodes('alias_name', row.query, {limit: 20}) YIELD node, score
  WITH row, node WHERE node.scope = $scope AND equal IS NOT NULL
  MATCH (node)-[:NAMES]->(entity:Entity)
  RETURN collect(DISTINCT {n: row.n, entity: entity, score: null}) AS alike
}
CALL (alike) {
  UNWIND [row IN $names WHERE row.vector IS NOT NULL] AS row
  MATCH (entity:Memory)
  SEARCH entity IN (
    VECTOR INDEX memory_embedding FOR row.vector
    WHERE entity.scope = $scope AND entity.current = true AND entity.kind = 'entity'
    LIMIT 3
  ) SCORE AS score
  WITH row, entity, score WHERE score >= 0.9 AND alike IS NOT NULL
  RETURN collect({n: row.n, entity: entity, score: score}) AS near
}
WITH equal + by_id + alike + near AS hits
WITH hits, COLLECT { UNWIND hits AS hit RETURN DISTINCT hit.entity.id } AS named
CALL (hits) {
  UNWIND $speakers AS id
  MATCH (requested:Memory {scope: $scope, id: id})
  USING INDEX SEEK requested:Memory(scope, id)
  WHERE hits IS NOT NULL
  OPTIONAL MATCH (requested)-[:MERGED_INTO]->(keep:Person)
  WITH id, coalesce(keep, requested) AS person
  MATCH (identity:Identity)-[:IDENTIFIES]->(person)
  RETURN collect([identity.name, id]) AS speaker_accounts
}
CALL (hits, speaker_accounts) {
  UNWIND hits AS hit
  WITH DISTINCT hit.entity AS entity, speaker_accounts
  // Moments are sent as microseconds since 1970, which the driver reads many times faster.
  RETURN collect(entity {.id, .name, .type, .strong, .votes, .aliases, .description, .mention_count, .audience, .fixed, .last_session, embedded: entity.embedding IS NOT NULL,
    first_seen: entity.first_seen.epochMillis * 1000 + entity.first_seen.microsecond % 1000, seen: entity.last_seen.epochMillis * 1000 + entity.last_seen.microsecond % 1000,
    named_at: entity.named_at.epochMillis * 1000 + entity.named_at.microsecond % 1000,
    keys: COLLECT { MATCH (alias:Alias)-[names:NAMES]->(entity) RETURN [alias.key, names.audiences] LIMIT 50 },
    identities: COLLECT { MATCH (identity:Identity)-[:IDENTIFIES]->(entity) RETURN identity.name },
    spoken_in: COLLECT {
      MATCH (identity:Identity)-[:IDENTIFIES]->(entity)
      UNWIND $sessions AS id
      MATCH (chat:Session {scope: $scope, id: id})
      WHERE identity.name IN chat.speakers
      RETURN DISTINCT chat.id
    },
    proposed: COLLECT {
      MATCH (entity)-[same:SAME_AS {status: 'proposed'}]->(other:Entity)
      RETURN [other.id, same.confidence, same.how, other.last_session]
    },
    // Those of the speakers with whom a person has been in a session.
    met: COLLECT {
      MATCH (entity)<-[:SAID_BY]-(said:Event)
      WITH said LIMIT 50
      WITH DISTINCT said.session AS id
      MATCH (chat:Session {scope: $scope, id: id})
      UNWIND speaker_accounts AS account
      WITH chat, account WHERE account[0] IN chat.speakers
      RETURN DISTINCT account[1]
    },
    // The ties to persons that no one but the person of an account, or presence alone, states do not count.
    neighbours: COLLECT {
      MATCH (entity)-[tie:RELATES_TO]-(other:Entity)
      WHERE NOT other:Person OR NOT EXISTS { (:Identity)-[:IDENTIFIES]->(entity) } OR EXISTS {
        UNWIND tie.facts AS id
        MATCH (fact:Memory {scope: $scope, id: id})-[stated:EVIDENCE]->(event:Event)
        USING INDEX SEEK fact:Memory(scope, id)
        WHERE coalesce(stated.authority, '') <> 'presence' OR EXISTS {
          MATCH (event)-[:SAID_BY]->(teller:Person) WHERE teller <> entity AND teller.id IN $speakers
        }
      }
      RETURN DISTINCT other.id LIMIT 50
    }}) AS entities
}
CALL (hits, named) {
  UNWIND hits AS hit
  WITH hit.entity.id AS subject, hit.n AS n
  UNWIND [row IN $names WHERE row.n = n | row.sought] AS several
  UNWIND several AS sought
  WITH DISTINCT subject, sought
  MATCH (fact:Fact)
  WHERE fact.scope = $scope AND fact.subject = subject AND fact.predicate IN sought.predicates
  WITH subject, sought, fact,
    coalesce(fact.fact_kind = 'task' OR (fact.fact_kind = 'event' AND NOT fact.polarity
      AND (fact.template STARTS WITH '{s} has not ' OR fact.template STARTS WITH '{s} have not ')), false) AS pending
  WHERE sought.tasks OR NOT pending
  // What a task is about may have been done by any fact that was stated after it.
  WITH subject, sought, collect(fact) AS facts, min(CASE WHEN pending THEN fact.at END) AS oldest
  WITH sought, facts, oldest,
    // A repeated fact keeps its slot, in which facts of other objects compete with it.
    [fact IN facts WHERE (fact.aspect IS NOT NULL OR fact.filed IS NOT NULL)
      AND (fact.object_key IN sought.objects OR fact.object IN named) | fact.slot] AS slots
  UNWIND facts AS fact
  WITH fact WHERE sought.whole OR fact.at >= oldest OR fact.object_key IN sought.objects OR fact.object IN named OR fact.slot IN slots
    OR any(aspect IN sought.aspects WHERE fact.slot ENDS WITH aspect)
    OR any(word IN sought.words WHERE toLower(coalesce(fact.object_text, fact.text)) CONTAINS word)
  RETURN collect(fact) AS about
}
CALL (about) {
  UNWIND $slot_keys AS slot_key
  MATCH (fact:Fact)
  WHERE fact.scope = $scope AND fact.filed = slot_key AND about IS NOT NULL
  RETURN collect(fact) AS keyed
}
CALL (about, keyed) {
  UNWIND about + keyed AS fact
  WITH DISTINCT fact
  RETURN collect(fact {.id, .subject, .predicate, .object, .object_text, .text, .polarity, .domain, .category, .key, .base, .template, .fact_kind, .roles, .worth, .aspect,
    .confidence, .audience,
    evidence: COLLECT {
      MATCH (fact)-[evidence:EVIDENCE]->(event:Event)
      WHERE coalesce(evidence.void, false) = false
      OPTIONAL MATCH (event)-[:SAID_BY]->(person:Person)
      RETURN [event.id, evidence.at.epochMillis * 1000 + evidence.at.microsecond % 1000, evidence.order, evidence.said_from, evidence.said_to,
        person.id, evidence.tier, evidence.own, evidence.quarantine, evidence.authority,
        person.first_seen.epochMillis * 1000 + person.first_seen.microsecond % 1000, event.session]
    }}) AS facts
}
CALL (facts) {
  UNWIND $events AS id
  MATCH (event:Memory {scope: $scope, id: id})-[:MENTIONS]->(entity:Entity)
  USING INDEX SEEK event:Memory(scope, id)
  WHERE facts IS NOT NULL
  RETURN collect([event.id, entity.id]) AS mentioned
}
CALL (mentioned) {
  OPTIONAL MATCH (memory:Scope {scope: $scope})
  WHERE mentioned IS NOT NULL
  // An owner without messages has no Person node yet.
  RETURN size(coalesce(memory.owners, [])) > 0 AS owned, coalesce(memory.owners, []) AS owner_accounts, COLLECT {
    UNWIND memory.owners AS owner
    MATCH (identity:Identity {scope: $scope, platform: split(owner, ':')[0], platform_id: substring(owner, size(split(owner, ':')[0]) + 1)})-[:IDENTIFIES]->(person:Person)
    USING INDEX SEEK identity:Identity(scope, platform, platform_id)
    RETURN DISTINCT person.id
  } AS owners
}
CALL (owners, owner_accounts) {
  UNWIND $speakers AS id
  MATCH (requested:Memory {scope: $scope, id: id})
  USING INDEX SEEK requested:Memory(scope, id)
  WHERE owners IS NOT NULL
  OPTIONAL MATCH (requested)-[:MERGED_INTO]->(keep:Person)
  WITH requested, coalesce(keep, requested) AS person
  RETURN collect({requested_id: requested.id, person: person.id, owner: coalesce(person.owner, false), first_seen: person.first_seen,
    edge: COLLECT { MATCH (person)<-[:TO]-(edge:TrustEdge {truster: 'memory'}) RETURN properties(edge) }[0],
    violations: COLLECT {
      MATCH (person)<-[:TO]-(:TrustEdge {truster: 'memory'})-[:MARKED]->(mark:Mark {kind: 'violation'})
      RETURN [mark.severity, mark.at]
    },
    // Without an owner all speakers are trusted alike: then this reads nothing, since the first filter leaves no row.
    endorsed: EXISTS {
      WITH person, owner_accounts
      WHERE size(owner_accounts) > 0
      WITH person, owner_accounts
      WHERE
//+ trust/endorsed
      RETURN person
    }}) AS trust_states
}
RETURN mentioned, owned, owners, trust_states, [hit IN hits | {n: hit.n, id: hit.entity.id, score: hit.score}] AS hits, entities,
  facts
