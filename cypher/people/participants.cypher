// Who is there: the newest events of a session, who said them and how they stand; of some persons ties and notes; and what is kept close.
// access: read
// scope: guarded
// param session: canonical id of a session; null: none
// param last: how many of its events at most
// param accounts: accounts (platform:id) whose persons are told in full
// param ids: ids of persons that are told in full
// param heard: other accounts of which it is told how they stand
// param named: ids of persons of whom it is told how they stand
// param predicates: predicates of facts that are a tie between two persons
// param ties: how many ties of each at most
// param notes: how many notes of each at most
// param shelves: list of {kind, since (datetime), session (null: whichever), limit}: what is kept, the newest of each kind
// param summaries: ids of summaries
// param found: ids of events whose topics' summaries are read too
// param working: id of the session's working memory, or null
// param fresh: datetime since which working memory holds
// param whole: so many events of the session are told without a summary of older ones
// param verbatim: beyond that, so many
// param reach: how many events before those are read at most where older ones are to be chosen anew
// param renew: they are, once so many events are older that were not when they were chosen last
// param audiences: (fragment audience) tokens of who may see
// param until: (fragment until) datetime, exclusive
// bundle: accounts, found, heard, ids, named, session, summaries, working
// returns: owned (whether the scope has an owner), events (list of maps, newest first), speaking (list of {account, person (id)}),
//   people (list of {person (id), properties, identities, owner, first_seen, edge, violations, full, ties, notes}), kept (list of maps, the newest of
//   each kind first), told (list of {summary, aside: ids of what it rests on that does not count any more, fits: how well its topic does, or null}),
//   task (map of the working memory, or null), chat ({ids, spans, until: what was chosen of older events, replies}), older (events, oldest first); times of
//   events, persons and what is kept are microseconds since 1970: a time costs a driver more than all the rest of a row
CYPHER 25
CALL () {
  OPTIONAL MATCH (memory:Scope {scope: $scope})
  RETURN size(coalesce(memory.owners, [])) > 0 AS owned
}
CALL (owned) {
  MATCH (event:Event)
  WHERE event.scope = $scope AND event.session = $session AND event.seq >= 0 AND owned IS NOT NULL AND event.quarantine IS NULL
    //?audience AND event.audience IN $audiences
    //?until AND event.at < $until
  // All three, so that the index is read from its end and no further than needed.
  WITH event ORDER BY event.scope DESC, event.session DESC, event.seq DESC LIMIT $last
  RETURN collect(event) AS events
}
CALL (events) {
  UNWIND $accounts + [event IN events | event.speaker] + $heard AS account
  WITH account WHERE account IS NOT NULL
  WITH DISTINCT account LIMIT 60
  WITH account, split(account, ':')[0] AS platform
  MATCH (:Identity {scope: $scope, platform: platform, platform_id: substring(account, size(platform) + 1)})-[:IDENTIFIES]->(person:Person)
  RETURN collect({account: account, person: person}) AS speaking
}
CALL (speaking) {
  UNWIND $ids + $named AS id
  MATCH (person:Memory {scope: $scope, id: id})
  USING INDEX SEEK person:Memory(scope, id)
  WHERE person:Person AND speaking IS NOT NULL
  RETURN collect(DISTINCT person) AS meant
}
CALL (speaking, meant) {
  UNWIND [one IN speaking | one.person] + meant AS person
  WITH DISTINCT person, person.id IN $ids OR any(one IN speaking WHERE one.person = person AND one.account IN $accounts) AS full
  OPTIONAL MATCH (edge:TrustEdge {truster: 'memory'})-[:TO]->(person)
  RETURN collect({
    person: person.id, full: full, owner: coalesce(person.owner, false), first_seen: person.first_seen.epochMillis * 1000 + person.first_seen.microsecond % 1000,
    properties: person {.id, .name, .aliases, .description, .owner, .mention_count,
      first_seen: person.first_seen.epochMillis * 1000 + person.first_seen.microsecond % 1000, last_seen: person.last_seen.epochMillis * 1000 + person.last_seen.microsecond % 1000},
    identities: COLLECT { MATCH (account:Identity)-[:IDENTIFIES]->(person) RETURN account.name ORDER BY account.name },
    edge: edge {last_message: edge.last_message.epochMillis * 1000 + edge.last_message.microsecond % 1000, .message_count, .sessions, .active_days, .hours, .weekdays, .positive, .negative, .restricted_attempts, .sentiment},
    violations: COLLECT {
      MATCH (edge)-[:MARKED]->(mark:Mark)
      WHERE mark.kind = 'violation'
      RETURN [mark.severity, mark.at]
    },
    ties: COLLECT {
      MATCH (person)-[tie:CONNECTED|RELATES_TO]-(other:Person)
      WHERE full AND (tie.relationship IS NOT NULL OR (tie.predicate IN $predicates
        //?audience AND tie.audience IN $audiences
      ))
      RETURN {id: other.id, name: other.name, relationship: tie.relationship, predicate: tie.predicate, outward: startNode(tie) = person,
        strength: coalesce(tie.strength, 1.0)} ORDER BY coalesce(tie.strength, 1.0) DESC, other.name, other.id LIMIT $ties
    },
    notes: COLLECT {
      MATCH (note:Note)-[:ABOUT]->(person)
      WHERE full
        //?audience AND note.audience IN $audiences
        //?until AND note.at < $until
      RETURN {id: note.id, text: note.text, at: note.at} ORDER BY note.at DESC, note.id LIMIT $notes
    }}) AS people
}
CALL (people) {
  UNWIND $shelves AS shelf
  CALL (shelf) {
    MATCH (node:Kept)
      USING INDEX SEEK node:Kept(scope, kind, at)
    WHERE node.scope = $scope AND node.kind = shelf.kind AND node.at >= shelf.since AND node.current
      //?audience AND node.audience IN $audiences
      // An entry of core memory that was changed since said something else then.
      //?until AND node.at < $until AND (node.kind <> 'core' OR node.updated_at < $until)
      // Of procedures, what somebody approved; of episodes, those of the chat and those of all.
      AND coalesce(node.status, 'approved') = 'approved' AND (shelf.session IS NULL OR coalesce(node.session, shelf.session) = shelf.session)
      // Nobody is told what rests on the words of somebody who was put aside.
      AND NOT EXISTS { MATCH (node)-[:RESTS_ON]->(source) WHERE source.quarantine IS NOT NULL }
    WITH node ORDER BY node.at DESC, node.id
    RETURN collect(node) AS nodes
  }
  UNWIND nodes[..shelf.limit] AS node
  // A field that is null costs a driver as much as one that is not.
  WITH people, node, node {.id, .kind, .audience, at: node.at.epochMillis * 1000 + node.at.microsecond % 1000} AS row
  RETURN collect(CASE node.kind
    WHEN 'core' THEN row {.*, text: node.text, section: node.section, importance: node.importance}
    WHEN 'learning' THEN row {.*, text: node.text, tool: node.tool, sentiment: node.sentiment, confidence: node.confidence,
      recommendation: node.recommendation, source: node.source}
    WHEN 'procedure' THEN row {.*, trigger: node.trigger, response: node.response, confidence: node.confidence, status: node.status}
    ELSE row {.*, text: node.text, participants: node.participants, session: node.session, tags: node.tags}
  END) AS kept
}
CALL (kept) {
  CALL (kept) {
    WITH kept
    UNWIND $summaries AS id
    MATCH (node:Memory {scope: $scope, id: id})
    USING INDEX SEEK node:Memory(scope, id)
    RETURN node, null AS fits
    UNION ALL
    WITH kept
    UNWIND $found AS id
    // Without the labels that follow from the edges: where there are none yet, a plan would begin with them.
    MATCH (:Memory {scope: $scope, id: id})-[on:ON]->()<-[:SUMMARIZES]-(node)
    RETURN node, sum(on.relevance) AS fits
  }
  WITH node, fits
  WHERE node:Summary AND node.current AND kept IS NOT NULL
    //?audience AND node.audience IN $audiences
    //?until AND node.at < $until
  WITH node, max(fits) AS fits ORDER BY fits IS NOT NULL, fits DESC, node.weight DESC, node.id LIMIT 60
  RETURN collect({summary: node {.id, .key, .name, .covered, .sentences, .cited}, fits: fits, aside: COLLECT {
    MATCH (node)-[:RESTS_ON]->(source)
    WHERE source.quarantine IS NOT NULL OR source.status IN ['quarantined', 'retracted', 'superseded']
    RETURN source.id
  }}) AS told
}
CALL (told) {
  OPTIONAL MATCH (node:Memory {scope: $scope, id: $working})
  USING INDEX SEEK node:Memory(scope, id)
  WHERE node.kind = 'working' AND node.current AND node.at >= $fresh AND told IS NOT NULL
    //?audience AND node.audience IN $audiences
    //?until AND node.at < $until
  RETURN node {.session, .task, .context, .pending, .notes, .at} AS task
}
CALL (told) {
  OPTIONAL MATCH (session:Session {scope: $scope, id: $session})
  WHERE told IS NOT NULL
  RETURN {ids: coalesce(session.older_ids, []), spans: coalesce(session.older_spans, []), until: coalesce(session.older_until, 0),
    replies: coalesce(session.replies, 0)} AS chat
}
CALL (events, chat) {
  WITH chat, events[$verbatim - 1].seq AS cut, size(events) > $whole AS long
  WHERE long
  CALL (chat, cut) {
    WITH chat, cut
    WHERE cut - chat.until >= $renew
      // As it stood then, it is chosen anew.
      //?until OR true
    MATCH (event:Event)
    WHERE event.scope = $scope AND event.session = $session AND event.seq >= cut - $reach AND event.seq < cut
    RETURN event
    UNION
    UNWIND chat.ids AS id
    MATCH (event:Memory {scope: $scope, id: id})
    USING INDEX SEEK event:Memory(scope, id)
    RETURN event
  }
  WITH event, cut
  WHERE event:Event AND event.seq < cut AND event.event_kind = 'message' AND event.quarantine IS NULL AND NOT coalesce(event.instructs, false)
    //?audience AND event.audience IN $audiences
    //?until AND event.at < $until
  WITH event ORDER BY event.seq
  RETURN collect(event {.id, .text, .speaker, .speaker_name, .session, .channel, at: event.at.epochMillis * 1000 + event.at.microsecond % 1000, .event_kind, .role, .direction, .parent, .tool, .metadata, .audience, .seq, .status, .instructs}) AS older
}
RETURN owned, kept, told, task, chat, older,
  [event IN events | event {.id, .text, .speaker, .speaker_name, .session, .channel, at: event.at.epochMillis * 1000 + event.at.microsecond % 1000, .event_kind, .role, .direction, .parent, .tool, .metadata, .audience, .seq, .status, .instructs}] AS events,
  [one IN speaking | {account: one.account, person: one.person.id}] AS speaking, people
