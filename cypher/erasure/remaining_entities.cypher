// What is left of entities and persons: by which events they are named, how, and what else holds them.
// access: read
// scope: guarded
// param ids: their ids
// returns: entity (a map; embedding: whether it has one), labels, accounts (theirs), keys (list of [key, name, audiences, receipt of the merge that brought it]), forms (list of [form, audience]),
//   voices (names that they spoke under), count (of events that name it), said (how many they said), ends (list of [type, at]), untold (whether an event does not
//   tell how it names it), first, last (datetimes), newest ({at, session}), audiences (of what is said of it), born (when the first of what they said was written),
//   facts (how many have it at an end), held (whether anything else holds it), audits (records of merges and renames)
CYPHER 25
UNWIND $ids AS id
MATCH (entity:Memory {scope: $scope, id: id})
USING INDEX SEEK entity:Memory(scope, id)
WHERE entity:Entity OR entity:Tombstone
CALL (entity) {
  MATCH (entity)<-[mention:MENTIONS]-(event:Event)
  RETURN count(mention) AS count, collect(DISTINCT event.audience) AS heard_in,
    max(CASE WHEN mention.forms IS NULL THEN 1 ELSE 0 END) = 1 AS untold
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
  RETURN count(event) AS said, collect(DISTINCT event.speaker_name) AS voices, min(event.created_at) AS born
}
CALL (entity) {
  CALL (entity) {
    MATCH (entity)<-[:MENTIONS]-(event:Event)
    RETURN event.at AS at, event.session AS session, false AS spoke
    UNION
    MATCH (entity)<-[:SUBJECT|OBJECT]-(:Memory)-[:EVIDENCE]->(event:Event)
    RETURN event.at AS at, event.session AS session, false AS spoke
    UNION
    MATCH (entity)<-[:SAID_BY]-(event:Event)
    RETURN event.at AS at, event.session AS session, true AS spoke
  }
  WITH at, session, spoke ORDER BY at DESC, session DESC
  RETURN min(at) AS first, max(at) AS last, collect(CASE WHEN NOT spoke THEN {at: at, session: session} END)[0] AS newest
}
RETURN entity {.*, states: null, embedding: entity.embedding IS NOT NULL} AS entity, labels(entity) AS labels, count, forms, ends, untold, said, voices, born, first, last, newest,
  heard_in + COLLECT { MATCH (entity)<-[:SUBJECT|OBJECT]-(fact:Fact) RETURN DISTINCT fact.audience } AS audiences,
  COLLECT { MATCH (account:Identity)-[:IDENTIFIES]->(entity) RETURN account.name ORDER BY account.name } AS accounts,
  COLLECT { MATCH (alias:Alias)-[names:NAMES]->(entity) RETURN [alias.key, alias.name, names.audiences, names.via] } AS keys,
  COUNT { (entity)<-[:SUBJECT|OBJECT]-() } AS facts,
  EXISTS { (entity)<-[:ABOUT]-(:Note) } OR EXISTS { (entity)-[:CONNECTED]-() }
    OR EXISTS { MATCH (entity)-[trusts:TRUSTS]-() WHERE trusts.rating IS NOT NULL }
    OR EXISTS { (entity)<-[:TO]-(:TrustEdge)-[:MARKED]->() }
    OR EXISTS { MATCH (entity)<-[:TO]-(edge:TrustEdge) WHERE edge.distrusted IS NOT NULL OR edge.muted_until IS NOT NULL }
    OR EXISTS { (entity)<-[:MERGED_INTO]-(:Tombstone)<-[:MENTIONS|SAID_BY]-(:Event) } AS held,
  COLLECT {
    MATCH (audit:Audit)-[:OF]->(entity)
    WHERE audit.what IN ['merge', 'rename']
    RETURN audit {.id, .what, .aliases, .text, .keep, .reason}
  } AS audits
