// Get the state of an entity or a person, and the newest messages that name it or that it said; for the console.
// access: read
// scope: guarded
// param id: id of the entity
// param last: the maximum number of messages
// param max_chars: the maximum length of a quoted text
// returns: kind, muted_until, muted_reason, distrusted (id of a receipt, or null), messages (list of maps, newest first),
//   notes (list of {id, text, at, by}), audits (list of {id, what, at, undone} of merges), duplicates (list of {id, name, kind, confidence})
CYPHER 25
MATCH (entity:Memory {scope: $scope, id: $id})
USING INDEX SEEK entity:Memory(scope, id)
WHERE entity:Entity
OPTIONAL MATCH (edge:TrustEdge {truster: 'memory'})-[:TO]->(entity)
RETURN entity.kind AS kind, edge.muted_until AS muted_until, edge.muted_reason AS muted_reason, edge.distrusted AS distrusted,
  COLLECT {
    MATCH (entity)<-[link:MENTIONS|SAID_BY]-(event:Event)
    WITH event, collect(DISTINCT type(link)) AS links LIMIT 2000
    RETURN {id: event.id, session: event.session, at: event.at, text: left(event.text, $max_chars), speaker: event.speaker,
      speaker_name: event.speaker_name, role: event.role, is_said: 'SAID_BY' IN links, names: 'MENTIONS' IN links}
    ORDER BY event.at DESC, event.id LIMIT $last
  } AS messages,
  COLLECT {
    MATCH (note:Note)-[:ABOUT]->(entity)
    RETURN {id: note.id, text: note.text, at: note.at, by: note.by} ORDER BY note.at DESC, note.id LIMIT 50
  } AS notes,
  COLLECT {
    MATCH (audit:Audit)-[:OF]->(entity)
    WHERE audit.what = 'merge'
    RETURN {id: audit.id, what: audit.what, at: audit.at, undone: 'undone_at' IN keys(audit), reason: audit.reason} ORDER BY audit.at DESC LIMIT 10
  } AS audits,
  COLLECT {
    MATCH (entity)-[same:SAME_AS]-(other:Entity)
    WHERE same.status = 'proposed'
    RETURN {id: other.id, name: other.name, kind: other.kind, confidence: same.confidence} ORDER BY same.confidence DESC, other.id LIMIT 5
  } AS duplicates
