// Read the messages of a period, or those that may name one of its days, and the facts that rest on these or name these days.
// access: read
// scope: guarded
// choose: said, dated
// param statuses: (fragment said) states of digestion
// param since: (fragment said) datetime, inclusive
// param until: (fragment said) datetime, exclusive
// param message_query: (fragment dated) Lucene query for messages that includes the filters, see kg.graph.full_text
// param fact_query: (fragment dated) Lucene query for facts
// param most: maximum number of messages, and of facts
// param audiences: (fragment audience) audience tokens of the reader
// (fragments unreplaced, unreplaced_here) leave out facts that are known, in any or in these audiences, to be replaced
// param credible_tiers: trust tiers whose assertions are believed without corroboration
// returns: events (list of maps, the most salient first), facts (list of maps as of retrieval/candidates)
CYPHER 25
CALL () {
  //?said MATCH (said:Event)
  //?said USING INDEX SEEK said:Event(scope, status, at)
  //?said WHERE said.scope = $scope AND said.status IN $statuses AND said.at >= $since AND said.at < $until
  //?said WITH said AS event
  //?dated CALL db.index.fulltext.queryNodes('memory_text', $message_query, {limit: $most}) YIELD node
  //?dated WITH node AS event WHERE node.scope = $scope AND node:Event
  WITH event, event {.kind, .current, .audience, .role, .event_kind, .instructs, .salience, .at} AS row
  WHERE event.scope = $scope AND row.current AND row.event_kind = 'message' AND coalesce(row.role, 'user') = 'user'
    //?audience AND row.audience IN $audiences
  WITH event ORDER BY coalesce(row.salience, 0.3) DESC, row.at DESC LIMIT $most
  RETURN collect(event) AS events
}
CALL (events) {
  //?said UNWIND events AS event
  //?said MATCH (fact:Fact)-[evidence:EVIDENCE]->(event)
  //?said WHERE fact.scope = $scope AND evidence.quarantine IS NULL
  //?dated CALL db.index.fulltext.queryNodes('memory_text', $fact_query, {limit: $most}) YIELD node
  //?dated WITH node AS fact WHERE node.scope = $scope AND node:Fact AND events IS NOT NULL
  WITH DISTINCT fact,
    fact {.id, .text, .subject, .object, .predicate, .status, .audience, .strength, .worth, .at, .valid_from, .valid_to, .replaced_in, .current} AS row
  WHERE row.current AND row.status = 'current'
    //?audience AND row.audience IN $audiences
    //?unreplaced AND size(coalesce(row.replaced_in, [])) = 0
    //?unreplaced_here AND none(token IN coalesce(row.replaced_in, []) WHERE token IN $audiences)
  WITH fact, row ORDER BY coalesce(row.worth, 1.0) DESC, row.at DESC, row.id LIMIT $most
  RETURN collect({id: row.id, text: row.text, subject: row.subject, object: row.object, predicate: row.predicate, status: row.status, audience: row.audience,
    strength: row.strength, worth: coalesce(row.worth, 1.0), at: row.at.epochMillis * 1000 + row.at.microsecond % 1000, by_words: false,
    valid_from: toString(row.valid_from), valid_to: toString(row.valid_to), cosine: null, replaced: [],
    sources: COLLECT {
      MATCH (fact)-[evidence:EVIDENCE]->(event:Event)
      WITH event {.id, .direction, .speaker, .speaker_name, .audience} AS event, evidence {.tier, .authority, .own, .at, .quarantine} AS evidence
      WHERE evidence.quarantine IS NULL
        //?audience AND event.audience IN $audiences
      RETURN [event.id, coalesce(event.direction = 'internal', false), event.speaker, event.speaker_name]
//+ knowledge/most_authoritative
      LIMIT 5
    }}) AS facts
}
RETURN [event IN events | event {.id, .text, .session, .speaker, .speaker_name, .role, .instructs, .salience,
  at: event.at.epochMillis * 1000 + event.at.microsecond % 1000}] AS events, facts
