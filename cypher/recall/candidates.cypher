// Candidates for a search, in one trip: nearest vectors, best full text, and the neighbours of both in their sessions.
// access: read
// scope: guarded
// param vector: the query's vector; null where there is none, which finds nothing
// param query: Lucene query with its filters inside, see kg.graph.terms
// param kinds: kinds of memory
// param k: how many of each at most
// param audiences: (fragment audience) tokens of who may see
// param session: (fragment session) canonical id
// param channel: (fragment channel) its name
// param speaker: (fragment speaker) platform:id
// param speaker_name: (fragment speaker_name) what the speaker is called
// param since: (fragment since) datetime, inclusive
// param until: (fragment until) datetime, exclusive
// returns: one row of parallel lists: id, event, kind, seq, at, session, speaker, speaker_name, text, at in microseconds since 1970; meaning ((1+cosine)/2) and words (BM25), for the found ones, -1 where not found so; the rest are neighbours
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
  ) SCORE AS meaning
  RETURN node, meaning, null AS words
  UNION ALL
  CALL db.index.fulltext.queryNodes('memory_text', $query, {limit: $k}) YIELD node, score
  // The query demands the scope's token; this would hold even if two scopes' tokens were the same.
  WHERE node.scope = $scope
  RETURN node, null AS meaning, score AS words
}
WITH node, coalesce(max(meaning), -1.0) AS meaning, coalesce(max(words), -1.0) AS words
WITH collect(node) AS found, collect(meaning) AS meanings, collect(words) AS weights
CALL (found) {
  UNWIND found AS node
  MATCH (node)-[:NEXT]-(near:Event)
  WHERE near.kind IN $kinds AND NOT near IN found
    //?audience AND near.audience IN $audiences
    //?channel AND near.channel = $channel
    //?speaker AND near.speaker = $speaker
    //?speaker_name AND near.speaker_name = $speaker_name
    //?since AND near.at >= $since
    //?until AND near.at < $until
  RETURN collect(DISTINCT near) AS beside
}
WITH found + beside AS nodes, meanings, weights
RETURN [n IN nodes | n.id] AS id, [n IN nodes | n.event] AS event, [n IN nodes | n.kind] AS kind,
  [n IN nodes | n.seq] AS seq, [n IN nodes | n.at.epochSeconds * 1000000 + n.at.microsecond] AS at, [n IN nodes | n.session] AS session,
  [n IN nodes | n.speaker] AS speaker, [n IN nodes | n.speaker_name] AS speaker_name, [n IN nodes | n.text] AS text,
  meanings AS meaning, weights AS words
