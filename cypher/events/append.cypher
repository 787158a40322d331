// Append a batch of events to their sessions, each once, with the identities of their speakers.
// access: write
// scope: guarded
// param now: datetime
// param embedder: name of the scope's embedding model, kept when the scope is new
// param dimension: length of its vectors
// param owners: identities of the owners, sorted; the scope keeps them beside those that it had
// param speakers: list of {platform, platform_id, identity, person, owner, first, last, terms, named and account (each {name, key, skeleton}: what
//   they are called, and the identity as a name), taken (whether that is known to be the name of an owner)}, sorted
// param called: list of {number, name, skeleton, taken, token, account, account_token}: each name that an account which is no owner's goes by in the
//   batch, with the term of both for the full-text index
// param sessions: list of {id, channel, aliases, first, last, speakers, events: [{id, ordinal, called (number of the name, or null), platform,
//   platform_id, parent, second, nanosecond, properties}]}, sorted
// bundle: owners
// returns: stored (how many events were new)
CYPHER 25
MERGE (memory:Scope {scope: $scope})
  ON CREATE SET memory.name = $scope, memory.created_at = $now, memory.embedder = $embedder, memory.dimension = $dimension
// Written only where it says something new: a lock on the scope would let one writer in at a time.
FOREACH (known IN CASE WHEN all(one IN $owners WHERE one IN coalesce(memory.owners, [])) THEN [] ELSE [coalesce(memory.owners, [])] END |
  SET memory.owners = coll.sort(known + [one IN $owners WHERE NOT one IN known]))
WITH memory
CALL () {
  UNWIND $speakers AS row
  MERGE (identity:Identity {scope: $scope, platform: row.platform, platform_id: row.platform_id})
    ON CREATE SET identity.name = row.identity, identity.created_at = $now
  // Only a new identity brings a person with it: an old one may long have been joined to somebody else.
  CALL (identity, row) {
    WITH identity, row
    WHERE NOT EXISTS { (identity)-[:IDENTIFIES]->(:Person) }
    // An owner's name, or what looks like it, is nobody else's: who comes with it is called by their account.
    WITH identity, row, CASE
      WHEN NOT row.owner AND (row.taken OR EXISTS {
        MATCH (owner:Person {scope: $scope, skeleton: row.named.skeleton}) WHERE owner.owner
      }) THEN row.account ELSE row.named END AS called
    MERGE (person:Memory {scope: $scope, id: row.person})
      ON CREATE SET person:Entity:Person, person.kind = 'person', person.name = called.name, person.text = called.name,
        person.skeleton = called.skeleton,
        person.terms = row.terms, person.type = 'person', person.current = true, person.audience = 'shared',
        person.strong = true, person.mention_count = 0, person.aliases = [], person.owner = row.owner, person.first_seen = row.first, person.last_seen = row.last,
        person.created_at = $now, person.updated_at = $now
    MERGE (identity)-[:IDENTIFIES]->(person)
    MERGE (alias:Alias {scope: $scope, key: called.key})
      ON CREATE SET alias.name = called.name, alias.terms = row.terms, alias.created_at = $now
    MERGE (alias)-[:NAMES]->(person)
  }
  MATCH (identity)-[:IDENTIFIES]->(person:Person)
  // Who is the owner may be told later than who they are.
  WHERE person.last_seen < row.last OR person.first_seen > row.first OR (row.owner AND NOT person.owner)
  SET person.owner = person.owner OR row.owner,
      person.last_seen = CASE WHEN person.last_seen < row.last THEN row.last ELSE person.last_seen END,
      person.first_seen = CASE WHEN person.first_seen > row.first THEN row.first ELSE person.first_seen END
}
CALL (memory) {
  UNWIND $called AS each
  WITH each
  // Naming `memory` makes the plan take one after the other instead of a product of two.
  WHERE memory IS NOT NULL AND
    (each.taken OR EXISTS { MATCH (owner:Person {scope: $scope, skeleton: each.skeleton}) WHERE owner.owner })
  RETURN collect(each.number) AS posing
}
UNWIND $sessions AS chat
MERGE (channel:Channel {scope: $scope, id: chat.channel})
  ON CREATE SET channel.name = chat.channel
MERGE (session:Session {scope: $scope, id: chat.id})
  ON CREATE SET session.name = chat.id, session.channel = chat.channel, session.next_seq = 0, session.aliases = [],
    session.speakers = [], session.started_at = chat.first, session.ended_at = chat.last, session.created_at = $now
// This write takes the session's lock before its counter is read: two writers never give the same place twice.
SET session.updated_at = $now
WITH session, channel, chat, posing
MERGE (session)-[:IN]->(channel)
SET session.aliases = session.aliases + [alias IN chat.aliases WHERE NOT alias IN session.aliases],
    session.speakers = session.speakers + [one IN chat.speakers WHERE NOT one IN session.speakers],
    session.started_at = CASE WHEN chat.first < session.started_at THEN chat.first ELSE session.started_at END,
    session.ended_at = CASE WHEN chat.last > session.ended_at THEN chat.last ELSE session.ended_at END
WITH session, chat, posing
CALL (session, chat, posing) {
  UNWIND chat.events AS row
  WITH session, row, CASE WHEN row.called IN posing THEN $called[row.called] END AS pose
  MERGE (event:Memory {scope: $scope, id: row.id})
    // What is said under an owner's name by somebody else is told under their account.
    ON CREATE SET event:Event, event += row.properties,
      event += CASE WHEN pose IS NULL THEN {} ELSE {
        speaker_name: pose.account, name: pose.account + substring(row.properties.name, size(pose.name)),
        terms: replace(row.properties.terms, pose.token, pose.account_token)} END,
      event.at = datetime({epochSeconds: row.second, nanosecond: row.nanosecond}),
      event.created_at = $now, event.updated_at = $now
  WITH session, row, event
  ORDER BY row.ordinal
  // An event that was here before has its place already.
  WHERE event:Event AND event.seq IS NULL
  WITH session, collect(event) AS fresh, collect(row) AS rows
  WHERE size(fresh) > 0
  WITH session, fresh, rows, session.next_seq AS first
  OPTIONAL MATCH (session)-[last:LAST]->(before:Event)
  FOREACH (gone IN CASE WHEN last IS NULL THEN [] ELSE [last] END | DELETE gone)
  FOREACH (event IN CASE WHEN before IS NULL THEN [] ELSE [before] END |
    FOREACH (next IN [fresh[0]] | CREATE (event)-[:NEXT]->(next)))
  FOREACH (next IN [fresh[-1]] | CREATE (session)-[:LAST]->(next))
  SET session.next_seq = first + size(fresh),
      session.replies = coalesce(session.replies, 0) + size([event IN fresh WHERE event.role = 'assistant' AND event.event_kind = 'message'])
  WITH session, fresh, rows, first
  UNWIND range(0, size(fresh) - 1) AS place
  WITH session, fresh, rows[place] AS row, fresh[place] AS event, first + place AS seq, place
  SET event.seq = seq
  CREATE (session)-[:HAS]->(event)
  FOREACH (pair IN CASE WHEN place = 0 THEN [] ELSE [[fresh[place - 1], event]] END |
    FOREACH (one IN [pair[0]] | FOREACH (two IN [pair[1]] | CREATE (one)-[:NEXT]->(two))))
  WITH row, event
  CALL (row, event) {
    MATCH (:Identity {scope: $scope, platform: row.platform, platform_id: row.platform_id})-[:IDENTIFIES]->(person:Person)
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
