// The events on a topic, newest first.
// access: read
// scope: guarded
// param id: id of the topic
// param limit: how many at most
// returns: event (a map), relevance
CYPHER 25
MATCH (topic:Memory {scope: $scope, id: $id})<-[on:ON]-(event:Event)
USING INDEX SEEK topic:Memory(scope, id)
WITH event, on ORDER BY event.at DESC, event.id LIMIT $limit
RETURN event {.id, .text, .speaker, .speaker_name, .session, .channel, .at, .event_kind, .role, .direction, .parent, .tool, .metadata, .audience, .seq, .status} AS event,
  on.relevance AS relevance
