// List the newest memories of some kinds, newest first.
// access: read
// scope: guarded
// param kinds: list of event, fact, core, diary, episode, journal, learning, longterm, procedure, reflection, summary, working
// param until: datetime, inclusive
// param below: id below which the memories of that time are
// param limit: maximum number of results
// param audiences: (fragment audience) the audiences of the reader
// param credible_tiers: tiers whose statements are believed
// returns: id, kind, text, at, speaker (of a fact: who states it), speaker_name, role, instructs, status
CYPHER 25
UNWIND $kinds AS kind
CALL (kind) {
  WITH kind WHERE kind = 'event'
  UNWIND ['pending', 'processing', 'complete', 'skipped', 'failed', 'failed_permanent'] AS status
  CALL (status) {
    MATCH (node:Event)
    WHERE node.scope = $scope AND node.status = status AND node.at <= $until AND (node.at < $until OR node.id < $below)
      // Statements of facts and acts of the agent are events as well, but are not messages.
      AND node.event_kind IN ['message', 'observation'] AND node.role <> 'system' AND node.quarantine IS NULL
      //?audience AND node.audience IN $audiences
    // In the order of the index, so that only as many rows are read as needed.
    RETURN node ORDER BY node.scope DESC, node.status DESC, node.at DESC, node.id DESC LIMIT $limit
  }
  RETURN node
  UNION
  WITH kind WHERE kind = 'fact'
  MATCH (node:Fact)
  WHERE node.scope = $scope AND node.at <= $until AND (node.at < $until OR node.id < $below)
    AND node.status IN ['current', 'claimed', 'contested']
    //?audience AND node.audience IN $audiences
  RETURN node ORDER BY node.scope DESC, node.at DESC, node.id DESC LIMIT $limit
  UNION
  WITH kind WHERE NOT kind IN ['event', 'fact']
  MATCH (node:Kept)
  USING INDEX SEEK node:Kept(scope, kind, at)
  WHERE node.scope = $scope AND node.kind = kind AND node.at <= $until AND (node.at < $until OR node.id < $below)
    AND node.current = true
    //?audience AND node.audience IN $audiences
  RETURN node ORDER BY node.scope DESC, node.kind DESC, node.at DESC, node.id DESC LIMIT $limit
}
WITH node ORDER BY node.at DESC, node.id DESC LIMIT $limit
CALL (node) {
  // Who states a fact, as a search shows it.
  OPTIONAL MATCH (node)-[evidence:EVIDENCE]->(event:Event)
  WHERE node:Fact AND evidence.quarantine IS NULL AND coalesce(evidence.void, false) = false
    //?audience AND event.audience IN $audiences
  RETURN event
//+ knowledge/most_authoritative
  LIMIT 1
}
RETURN node.id AS id, node.kind AS kind, node.text AS text, node.at AS at, coalesce(event.speaker, node.speaker) AS speaker,
  coalesce(event.speaker_name, node.speaker_name) AS speaker_name, node.role AS role, coalesce(node.instructs, false) AS instructs,
  node.status AS status
