// Candidates for a search, in one trip: nearest vectors, best full text, and what was said around the best of both.
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
//   and, of each memory once: id, event, kind, seq, at (microseconds since 1970), session, speaker, speaker_name, role, text,
//   states (its token states, or null)
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
  UNWIND [-2, -1, 1, 2] AS distance
  // By place and not along NEXT: a passage has the place of its event, and no edge.
  WITH DISTINCT node.session AS session, node.seq + distance AS seq
  MATCH (event:Event {scope: $scope, session: session, seq: seq})
  WHERE event.kind IN $kinds
    //?audience AND event.audience IN $audiences
    //?channel AND event.channel = $channel
    //?speaker AND event.speaker = $speaker
    //?speaker_name AND event.speaker_name = $speaker_name
    //?since AND event.at >= $since
    //?until AND event.at < $until
  // Of a long text the beginning stands for it.
  OPTIONAL MATCH (event)-[:HAS_PASSAGE]->(passage:Passage {ordinal: 0})
  RETURN collect(coalesce(passage, event)) AS neighbours
}
CALL (near, worded, neighbours) {
  UNWIND near + worded + neighbours AS node
  RETURN collect(DISTINCT node) AS nodes
}
RETURN [n IN near | n.id] AS by_meaning, meanings, [n IN worded | n.id] AS by_words, weights,
  [n IN nodes | n.id] AS id, [n IN nodes | n.event] AS event, [n IN nodes | n.kind] AS kind,
  [n IN nodes | n.seq] AS seq, [n IN nodes | n.at.epochMillis * 1000 + n.at.microsecond % 1000] AS at,
  [n IN nodes | n.session] AS session, [n IN nodes | n.speaker] AS speaker,
  [n IN nodes | n.speaker_name] AS speaker_name, [n IN nodes | n.role] AS role, [n IN nodes | n.text] AS text,
  [n IN nodes | n.states] AS states
