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
// param around: of how many of the best of each the neighbours are looked at
// returns: one row of lists: by_meaning (ids, nearest first), meanings ((1+cosine)/2), by_words (ids, best first), weights (BM25);
//   and, of each memory once: id, event, kind, seq, at (microseconds since 1970), session, speaker, speaker_name, text
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
  WITH node, score ORDER BY score DESC
  RETURN collect(node) AS near, collect(score) AS meanings
}
CALL (near) {
  CALL db.index.fulltext.queryNodes('memory_text', $query, {limit: $k}) YIELD node, score
  // The query demands the scope's token; this would hold even if two scopes' tokens were the same. And naming `near` makes
  // the plan take one index after the other instead of a product of two.
  WHERE node.scope = $scope AND near IS NOT NULL
  WITH node, score ORDER BY score DESC
  RETURN collect(node) AS worded, collect(score) AS weights
}
CALL (near, worded) {
  UNWIND near[..$around] + worded[..$around] AS node
  MATCH (node)-[:NEXT]-(beside:Event)
  WHERE beside.kind IN $kinds
    //?audience AND beside.audience IN $audiences
    //?channel AND beside.channel = $channel
    //?speaker AND beside.speaker = $speaker
    //?speaker_name AND beside.speaker_name = $speaker_name
    //?since AND beside.at >= $since
    //?until AND beside.at < $until
  RETURN collect(DISTINCT beside) AS neighbours
}
CALL (near, worded, neighbours) {
  UNWIND near + worded + neighbours AS node
  RETURN collect(DISTINCT node) AS nodes
}
RETURN [n IN near | n.id] AS by_meaning, meanings, [n IN worded | n.id] AS by_words, weights,
  [n IN nodes | n.id] AS id, [n IN nodes | n.event] AS event, [n IN nodes | n.kind] AS kind,
  [n IN nodes | n.seq] AS seq, [n IN nodes | n.at.epochMillis * 1000 + n.at.microsecond % 1000] AS at,
  [n IN nodes | n.session] AS session, [n IN nodes | n.speaker] AS speaker,
  [n IN nodes | n.speaker_name] AS speaker_name, [n IN nodes | n.text] AS text
