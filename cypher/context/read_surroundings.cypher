// Read what a context shows in addition to search results: participants, newest events, memories and summaries.
// access: read
// scope: guarded
// param session: canonical id of a session; null: none
// param last: maximum number of its events
// param accounts: accounts (platform:id) whose persons are read in full
// param ids: ids of persons that are read in full
// param compact_accounts: other accounts whose persons are read without ties and notes
// param compact_ids: ids of other persons that are read without ties and notes
// param predicates: predicates of facts that are a tie between two persons
// param ties: maximum number of ties of each person
// param notes: maximum number of notes of each person
// param memory_queries: list of {kind, since (milliseconds since 1970), session (null: any), limit}: kinds of memories, the newest of each
// param summaries: ids of summaries
// param hit_events: ids of events for whose topics summaries are read too
// param working: id of the working memory of the session, or null
// param chat_context: id of what the agent keeps about the session, or null
// param working_since: milliseconds since 1970, before which working memory has expired
// param full_history: number of events up to which the session is read without a selection of older ones
// param verbatim: number of newest events that are read verbatim in longer sessions
// param selection_reach: maximum number of earlier events to select from
// param selection_interval: number of new older events after which the selection is made again
// param present: accounts of persons who take part in the conversation, in addition to the speakers of its events
// param task_states: [true]; with fragment until [false, true], because tasks that were open then may be closed
// param max_tasks: maximum number of open tasks
// param message_vector: of the message, or null
// param preference_predicates: predicates of preferences
// param max_preferences: maximum number of preferences
// param credible_tiers: trust tiers whose assertions are believed
// param today: the day of the context as the number year × 372 + month × 31 + day
// param audiences: (fragment audience) tokens of visible audiences
// param until: (fragment until) datetime, exclusive
// bundle: accounts, compact_accounts, compact_ids, hit_events, ids, present, session, summaries, working, chat_context
// returns: the columns of people/participants; memories (list of maps, the newest of each kind first), summaries (list of {summary,
//   ignored_sources: ids of quarantined, retracted, superseded or archived sources, topic_relevance: or null}), working_memory (map, or null), chat_context (map, or null),
//   history_selection ({ids, spans, until: the last selection of older events, replies}), older_events (oldest first),
//   tasks (open tasks of the participants, the nearest due date first), preferences (what owners who take part prefer by their own
//   words, or, in a scope without an owner, the persons of `present`: list of {id, text, object}, likes and dislikes last)
CYPHER 25
//+ people/participants
CALL (people) {
  UNWIND $memory_queries AS query
  CALL (query) {
    MATCH (node:Kept)
      USING INDEX SEEK node:Kept(scope, kind, at)
    WHERE node.scope = $scope AND node.kind = query.kind AND node.at >= datetime({epochMillis: query.since}) AND node.current
      //?audience AND node.audience IN $audiences
      // A core memory entry that was changed later had another text then.
      //?until AND node.at < $until AND (node.kind <> 'core' OR node.updated_at < $until)
      // Only approved procedures; only episodes of the session and of all sessions.
      AND coalesce(node.status, 'approved') = 'approved' AND (query.session IS NULL OR coalesce(node.session, query.session) = query.session)
      AND NOT coalesce(node.instructs, false)
      // Memories with quarantined sources are excluded.
      AND NOT EXISTS { MATCH (node)-[:RESTS_ON]->(source) WHERE source.quarantine IS NOT NULL }
    WITH node ORDER BY node.at DESC, node.id
    RETURN collect(node) AS nodes
  }
  UNWIND nodes[..query.limit] AS node
  // Fields of other kinds are left out, since a null costs the driver as much as a value.
  WITH people, node, node {.id, .kind, .audience, at: node.at.epochMillis * 1000 + node.at.microsecond % 1000} AS row
  RETURN collect(CASE node.kind
    WHEN 'core' THEN row {.*, text: node.text, section: node.section, importance: node.importance}
    WHEN 'learning' THEN row {.*, text: node.text, tool: node.tool, sentiment: node.sentiment, confidence: node.confidence,
      recommendation: node.recommendation, source: node.source, topic: node.topic, value: node.value,
      cosine: CASE WHEN size(node.embedding) = vector_dimension_count($message_vector) THEN 2 * vector.similarity.cosine(node.embedding, $message_vector) - 1 END,
      sources: COLLECT { MATCH (node)-[:RESTS_ON]->(source:Event) RETURN source.id }}
    WHEN 'procedure' THEN row {.*, trigger: node.trigger, response: node.response, confidence: node.confidence, status: node.status}
    ELSE row {.*, text: node.text, participants: node.participants, session: node.session, tags: node.tags}
  END) AS memories
}
CALL (memories) {
  CALL (memories) {
    WITH memories
    UNWIND $summaries AS id
    MATCH (node:Memory {scope: $scope, id: id})
    USING INDEX SEEK node:Memory(scope, id)
    RETURN node, null AS topic_relevance
    UNION ALL
    WITH memories
    UNWIND $hit_events AS id
    // Without the labels implied by the edges: while there are none yet, the planner would start from them.
    MATCH (hit:Memory {scope: $scope, id: id})-[on:ON]->()<-[:SUMMARIZES]-(node)
    USING INDEX SEEK hit:Memory(scope, id)
    RETURN node, sum(on.relevance) AS topic_relevance
  }
  WITH node, topic_relevance
  WHERE node:Summary AND node.current AND memories IS NOT NULL
    //?audience AND node.audience IN $audiences
    //?until AND node.at < $until
  WITH node, max(topic_relevance) AS topic_relevance ORDER BY topic_relevance IS NOT NULL, topic_relevance DESC, node.weight DESC, node.id LIMIT 60
  RETURN collect({summary: node {.id, .key, .name, .covered, .sentences, .cited}, topic_relevance: topic_relevance, ignored_sources: COLLECT {
    MATCH (node)-[:RESTS_ON]->(source)
    WHERE source.quarantine IS NOT NULL OR source.status IN ['quarantined', 'retracted', 'superseded']
      OR (source.kind = 'learning' AND NOT source.current)
    RETURN source.id
  }}) AS topic_summaries
}
CALL (topic_summaries) {
  OPTIONAL MATCH (node:Memory {scope: $scope, id: $working})
  USING INDEX SEEK node:Memory(scope, id)
  WHERE node.kind = 'working' AND node.current AND node.at >= datetime({epochMillis: $working_since}) AND topic_summaries IS NOT NULL
    //?audience AND node.audience IN $audiences
    //?until AND node.at < $until
  RETURN node {.session, .task, .context, .pending, .notes, .at} AS working_memory
}
CALL (topic_summaries) {
  OPTIONAL MATCH (node:Memory {scope: $scope, id: $chat_context})
  USING INDEX SEEK node:Memory(scope, id)
  WHERE node.kind = 'working' AND node.current AND topic_summaries IS NOT NULL
    //?audience AND node.audience IN $audiences
    //?until AND node.at < $until
  RETURN node {.id, .context} AS chat_context
}
CALL (topic_summaries) {
  OPTIONAL MATCH (session:Session {scope: $scope, id: $session})
  USING INDEX SEEK session:Session(scope, id)
  WHERE topic_summaries IS NOT NULL
  RETURN {ids: coalesce(session.older_ids, []), spans: coalesce(session.older_spans, []), until: coalesce(session.older_until, 0),
    replies: coalesce(session.replies, 0)} AS history_selection
}
CALL (events, history_selection) {
  WITH history_selection, events[$verbatim - 1].seq AS cut, size(events) > $full_history AS is_long
  WHERE is_long
  CALL (history_selection, cut) {
    WITH history_selection, cut
    WHERE cut - history_selection.until >= $selection_interval
      // A read as of an earlier time always selects again.
      //?until OR true
    MATCH (event:Event)
    USING INDEX SEEK event:Event(scope, session, seq)
    WHERE event.scope = $scope AND event.session = $session AND event.seq >= cut - $selection_reach AND event.seq < cut
    RETURN event
    UNION
    UNWIND history_selection.ids AS id
    MATCH (event:Memory {scope: $scope, id: id})
    USING INDEX SEEK event:Memory(scope, id)
    RETURN event
  }
  WITH event, cut
  WHERE event:Event AND event.seq < cut AND event.event_kind = 'message' AND event.quarantine IS NULL AND NOT coalesce(event.instructs, false)
    //?audience AND event.audience IN $audiences
    //?until AND event.at < $until
  WITH event ORDER BY event.seq
  RETURN collect(event {.id, .text, .speaker, .speaker_name, .session, .channel, at: event.at.epochMillis * 1000 + event.at.microsecond % 1000, .event_kind, .role, .direction, .parent, .tool, .metadata, .audience, .seq, .status, .instructs, .salience}) AS older_events
}
CALL (events, speakers, older_events) {
  UNWIND [one IN speakers WHERE one.account IN $present OR any(event IN events WHERE event.speaker = one.account) | one.person] AS person
  WITH DISTINCT person WHERE older_events IS NOT NULL AND $max_tasks > 0
  MATCH (task:Fact)
  USING INDEX SEEK task:Fact(scope, fact_kind, current, subject)
  WHERE task.scope = $scope AND task.fact_kind = 'task' AND task.current IN $task_states AND task.subject = person.id
    // A private statement closes a shared task for its own audience only.
    AND (size(coalesce(task.replaced_in, [])) = 0
      //?audience OR none(token IN task.replaced_in WHERE token IN $audiences)
    )
    //?audience AND task.audience IN $audiences
    //?until AND task.status IN ['current', 'superseded']
    //?until AND any(number IN range(0, size(task.spells_from) - 1) WHERE task.spells_from[number] < $until AND $until <= task.spells_to[number])
  WITH person, task, [role IN coalesce(task.roles, []) WHERE role STARTS WITH 'due: ' | substring(role, 5)][0] AS due
  // The number of days is approximate; a date that is no date gives null.
  WITH person, task, due, abs(toInteger(substring(due, 0, 4)) * 372 + coalesce(toInteger(substring(due, 5, 2)), 12) * 31
    + coalesce(toInteger(substring(due, 8, 2)), 31) - $today) AS distance
  ORDER BY distance, task.at DESC, task.id LIMIT $max_tasks
  RETURN collect({id: task.id, text: task.text, due: due, is_request: any(role IN coalesce(task.roles, []) WHERE role STARTS WITH 'agent: '), at: task.at.epochMillis * 1000 + task.at.microsecond % 1000, audience: task.audience, attribution: COLLECT {
    MATCH (task)-[evidence:EVIDENCE]->(event:Event)
    WHERE evidence.quarantine IS NULL AND event.speaker_name IS NOT NULL
      //?audience AND event.audience IN $audiences
      //?until AND event.at < $until
    RETURN {name: event.speaker_name, account: event.speaker, tier: evidence.tier, own: EXISTS { (event)-[:SAID_BY]->(person) }}
//+ knowledge/most_authoritative
    LIMIT 1
  }[0]}) AS tasks
}
CALL (events, speakers, has_owner, tasks) {
  UNWIND [one IN speakers WHERE CASE WHEN has_owner
    THEN coalesce(one.person.owner, false) AND (one.account IN $present OR any(event IN events WHERE event.speaker = one.account))
    ELSE one.account IN $present END | one.person] AS person
  WITH DISTINCT person WHERE tasks IS NOT NULL AND $max_preferences > 0
  MATCH (fact:Fact)
  USING INDEX SEEK fact:Fact(scope, subject, predicate)
  WHERE fact.scope = $scope AND fact.subject = person.id AND fact.predicate IN $preference_predicates AND fact.current AND fact.status = 'current'
    AND (size(coalesce(fact.replaced_in, [])) = 0
      //?audience OR none(token IN fact.replaced_in WHERE token IN $audiences)
    )
    //?audience AND fact.audience IN $audiences
    //?until AND fact.at < $until
    AND EXISTS {
      MATCH (fact)-[evidence:EVIDENCE]->(event:Event)
      WHERE evidence.own AND evidence.quarantine IS NULL
        //?audience AND event.audience IN $audiences
    }
  // How an agent is to write matters more to it than what a person likes.
  WITH fact ORDER BY fact.predicate IN ['likes', 'dislikes'], fact.strength DESC, fact.at DESC, fact.id LIMIT $max_preferences
  RETURN collect(fact {.id, .text, object: coalesce(fact.object_text, '')}) AS preferences
}
RETURN has_owner, memories, topic_summaries AS summaries, working_memory, chat_context, history_selection, older_events, tasks, preferences,
  [event IN events | event {.id, .text, .speaker, .speaker_name, .session, .channel, at: event.at.epochMillis * 1000 + event.at.microsecond % 1000, .event_kind, .role, .direction, .parent, .tool, .metadata, .audience, .seq, .status, .instructs, .salience}] AS events,
  [one IN speakers | {account: one.account, person: one.person.id}] AS accounts, people
