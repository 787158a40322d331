// Append a batch of events to their sessions, each once, with the identities and persons of their speakers.
// access: write
// scope: guarded
// param now: datetime
// param embedder: name of the embedding model of the scope, stored when the scope is new
// param dimension: length of its vectors
// param owners: accounts of the owners, sorted; added to those that the scope has
// param speakers: list of {platform, platform_id, identity, person, owner, first, last, terms, display_name and account_name (each {name,
//   key, skeleton}), imitates_owner (whether the display name is known to be that of an owner)}, sorted
// param display_names: list of {number, name, skeleton, imitates_owner, token, account, account_token}: each display name in the batch
//   of an account that is not an owner's, with the full-text terms of name and account
// param sessions: list of {id, channel, aliases, first, last, speakers, events: [{id, ordinal, display_name (number of it, or null), platform,
//   platform_id, parent, second, nanosecond, properties}]}, sorted
// bundle: owners
// returns: stored (number of new events), known (number of ids that were stored before), taken (those of other content: then nothing is written)
CYPHER 25
CALL () {
  UNWIND $sessions AS chat
  UNWIND chat.events AS row
  MATCH (node:Memory {scope: $scope, id: row.id})
  USING INDEX SEEK node:Memory(scope, id)
  RETURN count(*) AS known, collect(CASE
    WHEN NOT node:Event OR node.text <> row.properties.text OR node.session <> row.properties.session
      OR coalesce(node.speaker, '') <> coalesce(row.properties.speaker, '') THEN row.id END) AS taken
}
CALL (taken) {
  WITH taken WHERE size(taken) = 0
  MERGE (memory:Scope {scope: $scope})
    ON CREATE SET memory.name = $scope, memory.created_at = $now, memory.embedder = $embedder, memory.dimension = $dimension
  // Written only if there are new owners: a lock on the scope would serialize all writers.
  FOREACH (known IN CASE WHEN all(one IN $owners WHERE one IN coalesce(memory.owners, [])) THEN [] ELSE [coalesce(memory.owners, [])] END |
    SET memory.owners = coll.sort(known + [one IN $owners WHERE NOT one IN known]))
  WITH memory
  CALL () {
    UNWIND $speakers AS row
    MERGE (identity:Identity {scope: $scope, platform: row.platform, platform_id: row.platform_id})
      ON CREATE SET identity.name = row.identity, identity.created_at = $now
    // Only a new identity creates a person: a known one may have been linked to another person.
    CALL (identity, row) {
      WITH identity, row
      WHERE NOT EXISTS { (identity)-[:IDENTIFIES]->(:Person) }
      // Names of owners, and names that look like them, are protected: another account with such a name is named by its account.
      WITH identity, row, CASE
        WHEN NOT row.owner AND (row.imitates_owner OR EXISTS {
          MATCH (owner:Person {scope: $scope, skeleton: row.display_name.skeleton}) WHERE owner.owner
        }) THEN row.account_name ELSE row.display_name END AS shown
      MERGE (person:Memory {scope: $scope, id: row.person})
        ON CREATE SET person:Entity:Person, person.kind = 'person', person.name = shown.name, person.text = shown.name,
          person.skeleton = shown.skeleton,
          person.terms = row.terms, person.type = 'person', person.current = true, person.audience = 'shared',
          person.strong = true, person.mention_count = 0, person.aliases = [], person.owner = row.owner, person.first_seen = row.first, person.last_seen = row.last,
          person.created_at = $now, person.updated_at = $now
      MERGE (identity)-[:IDENTIFIES]->(person)
      MERGE (alias:Alias {scope: $scope, key: shown.key})
        ON CREATE SET alias.name = shown.name, alias.terms = row.terms, alias.created_at = $now
      MERGE (alias)-[:NAMES]->(person)
    }
    MATCH (identity)-[:IDENTIFIES]->(person:Person)
    // Owners may be configured after their person was stored.
    WHERE person.last_seen < row.last OR person.first_seen > row.first OR (row.owner AND NOT person.owner)
    SET person.owner = person.owner OR row.owner,
        person.last_seen = CASE WHEN person.last_seen < row.last THEN row.last ELSE person.last_seen END,
        person.first_seen = CASE WHEN person.first_seen > row.first THEN row.first ELSE person.first_seen END
  }
  CALL (memory) {
    UNWIND $display_names AS each
    WITH each
    // Referring to `memory` makes the planner run this once instead of building a product.
    WHERE memory IS NOT NULL AND
      (each.imitates_owner OR EXISTS { MATCH (owner:Person {scope: $scope, skeleton: each.skeleton}) WHERE owner.owner })
    RETURN collect(each.number) AS imitating
  }
  UNWIND $sessions AS chat
  MERGE (channel:Channel {scope: $scope, id: chat.channel})
    ON CREATE SET channel.name = chat.channel
  MERGE (session:Session {scope: $scope, id: chat.id})
    ON CREATE SET session.name = chat.id, session.channel = chat.channel, session.next_seq = 0, session.aliases = [],
      session.speakers = [], session.started_at = chat.first, session.ended_at = chat.last, session.created_at = $now
  // Locks the session before its counter is read, so that concurrent writers never assign the same position.
  SET session.updated_at = $now
  WITH session, channel, chat, imitating
  MERGE (session)-[:IN]->(channel)
  SET session.aliases = session.aliases + [alias IN chat.aliases WHERE NOT alias IN session.aliases],
      session.speakers = session.speakers + [one IN chat.speakers WHERE NOT one IN session.speakers],
      session.started_at = CASE WHEN chat.first < session.started_at THEN chat.first ELSE session.started_at END,
      session.ended_at = CASE WHEN chat.last > session.ended_at THEN chat.last ELSE session.ended_at END
  WITH session, chat, imitating
  CALL (session, chat, imitating) {
    UNWIND chat.events AS row
    WITH session, row, CASE WHEN row.display_name IN imitating THEN $display_names[row.display_name] END AS imitation
    MERGE (event:Memory {scope: $scope, id: row.id})
      // An event with the name of an owner from another account is stored under that account.
      ON CREATE SET event:Event, event += row.properties,
        event += CASE WHEN imitation IS NULL THEN {} ELSE {
          speaker_name: imitation.account, name: imitation.account + substring(row.properties.name, size(imitation.name)),
          terms: replace(row.properties.terms, imitation.token, imitation.account_token)} END,
        event.at = datetime({epochSeconds: row.second, nanosecond: row.nanosecond}),
        event.created_at = $now, event.updated_at = $now
    WITH session, row, event
    ORDER BY row.ordinal
    // Events that were stored before have their position already.
    WHERE event:Event AND event.seq IS NULL
    WITH session, collect(event) AS fresh, collect(row) AS rows
    WHERE size(fresh) > 0
    WITH session, fresh, rows, session.next_seq AS first
    OPTIONAL MATCH (session)-[last:LAST]->(before:Event)
    FOREACH (outdated IN CASE WHEN last IS NULL THEN [] ELSE [last] END | DELETE outdated)
    FOREACH (event IN CASE WHEN before IS NULL THEN [] ELSE [before] END |
      FOREACH (next IN [fresh[0]] | CREATE (event)-[:NEXT]->(next)))
    FOREACH (next IN [fresh[-1]] | CREATE (session)-[:LAST]->(next))
    SET session.next_seq = first + size(fresh),
        session.replies = coalesce(session.replies, 0) + size([event IN fresh WHERE event.role = 'assistant' AND event.event_kind = 'message'])
    WITH session, fresh, rows, first
    UNWIND range(0, size(fresh) - 1) AS position
    WITH session, fresh, rows[position] AS row, fresh[position] AS event, first + position AS seq, position
    SET event.seq = seq
    CREATE (session)-[:HAS]->(event)
    FOREACH (pair IN CASE WHEN position = 0 THEN [] ELSE [[fresh[position - 1], event]] END |
      FOREACH (one IN [pair[0]] | FOREACH (two IN [pair[1]] | CREATE (one)-[:NEXT]->(two))))
    WITH row, event
    CALL (row, event) {
      MATCH (author:Identity {scope: $scope, platform: row.platform, platform_id: row.platform_id})-[:IDENTIFIES]->(person:Person)
      USING INDEX SEEK author:Identity(scope, platform, platform_id)
      CREATE (event)-[:SAID_BY]->(person)
    }
    CALL (row, event) {
      MATCH (parent:Memory {scope: $scope, id: row.parent})
      USING INDEX SEEK parent:Memory(scope, id)
      WHERE parent:Event
      CREATE (event)-[:RESULT_OF]->(parent)
    }
    RETURN count(*) AS stored
  }
  RETURN sum(stored) AS stored
}
RETURN stored, known, taken
