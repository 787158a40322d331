// Read what remains of entities and persons: the events that mention them, with the names used, and other references.
// access: read
// scope: guarded
// param ids: their ids
// returns: entity (a map; embedding: whether it has one), labels, accounts, keys (list of [key, name, audiences, receipt of the merge that
//   added it]), forms (list of [form, audience]), speaker_names, mention_count, message_count (events they said), ends (list of [type, at]),
//   has_unknown_forms (whether a mention does not store the form of the name), first, last (datetimes), newest ({at, session}),
//   audiences (of mentions and facts), first_written (when their first message was written), fact_count, is_referenced (whether anything
//   else references it), audits (records of merges and renames)
CYPHER 25
UNWIND $ids AS id
MATCH (entity:Memory {scope: $scope, id: id})
USING INDEX SEEK entity:Memory(scope, id)
WHERE entity:Entity OR entity:Tombstone
CALL (entity) {
  MATCH (entity)<-[mention:MENTIONS]-(event:Event)
  RETURN count(mention) AS mention_count, collect(DISTINCT event.audience) AS mention_audiences,
    max(CASE WHEN mention.forms IS NULL THEN 1 ELSE 0 END) = 1 AS has_unknown_forms
}
CALL (entity) {
  OPTIONAL MATCH (entity)<-[mention:MENTIONS]-(event:Event)
  UNWIND mention.forms AS form
  WITH DISTINCT form, event.audience AS audience
  RETURN collect([form, audience]) AS forms
}
CALL (entity) {
  MATCH (entity)<-[mention:MENTIONS]-(event:Event)
  UNWIND mention.ends AS type
  WITH type, min(event.at) AS at
  RETURN collect([type, at]) AS ends
}
CALL (entity) {
  MATCH (entity)<-[:SAID_BY]-(event:Event)
  RETURN count(event) AS message_count, collect(DISTINCT event.speaker_name) AS speaker_names, min(event.created_at) AS first_written
}
CALL (entity) {
  CALL (entity) {
    MATCH (entity)<-[:MENTIONS]-(event:Event)
    RETURN event.at AS at, event.session AS session, false AS is_speaker
    UNION
    MATCH (entity)<-[:SUBJECT|OBJECT]-(:Memory)-[:EVIDENCE]->(event:Event)
    RETURN event.at AS at, event.session AS session, false AS is_speaker
    UNION
    MATCH (entity)<-[:SAID_BY]-(event:Event)
    RETURN event.at AS at, event.session AS session, true AS is_speaker
  }
  WITH at, session, is_speaker ORDER BY at DESC, session DESC
  RETURN min(at) AS first, max(at) AS last, collect(CASE WHEN NOT is_speaker THEN {at: at, session: session} END)[0] AS newest
}
RETURN entity {.*, states: null, embedding: entity.embedding IS NOT NULL} AS entity, labels(entity) AS labels, mention_count, forms, ends, has_unknown_forms, message_count, speaker_names, first_written, first, last, newest,
  mention_audiences + COLLECT { MATCH (entity)<-[:SUBJECT|OBJECT]-(fact:Fact) RETURN DISTINCT fact.audience } AS audiences,
  COLLECT { MATCH (account:Identity)-[:IDENTIFIES]->(entity) RETURN account.name ORDER BY account.name } AS accounts,
  COLLECT { MATCH (alias:Alias)-[names:NAMES]->(entity) RETURN [alias.key, alias.name, names.audiences, names.via] } AS keys,
  COUNT { (entity)<-[:SUBJECT|OBJECT]-() } AS fact_count,
  EXISTS { (entity)<-[:ABOUT]-(:Note) } OR EXISTS { (entity)-[:CONNECTED]-() }
    OR EXISTS { MATCH (entity)-[trusts:TRUSTS]-() WHERE trusts.rating IS NOT NULL }
    OR EXISTS { (entity)<-[:TO]-(:TrustEdge)-[:MARKED]->() }
    OR EXISTS { MATCH (entity)<-[:TO]-(edge:TrustEdge) WHERE edge.distrusted IS NOT NULL OR edge.muted_until IS NOT NULL }
    OR EXISTS { (entity)<-[:MERGED_INTO]-(:Tombstone)<-[:MENTIONS|SAID_BY]-(:Event) } AS is_referenced,
  COLLECT {
    MATCH (audit:Audit)-[:OF]->(entity)
    WHERE audit.what IN ['merge', 'rename']
    RETURN audit {.id, .what, .aliases, .text, .keep, .reason}
  } AS audits
