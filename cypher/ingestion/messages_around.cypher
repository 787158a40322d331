// Return some events with the events of their sessions around them.
// access: read
// scope: guarded
// param ids: ids of the events
// returns: id, events (list of maps in order: the 20 events before, the event and the 4 events after it)
CYPHER 25
UNWIND $ids AS id
MATCH (event:Memory {scope: $scope, id: id})
USING INDEX SEEK event:Memory(scope, id)
WHERE event:Event
RETURN id, COLLECT {
  MATCH (turn:Event)
  USING INDEX SEEK turn:Event(scope, session, seq)
  WHERE turn.scope = $scope AND turn.session = event.session AND turn.seq >= event.seq - 20 AND turn.seq <= event.seq + 4
  WITH turn ORDER BY turn.seq
  RETURN turn {.id, .text, .event_kind, .role, .speaker, .audience, .instructs, .quarantine,
    is_learnt: EXISTS { (turn)<-[:RESTS_ON]-(learning:Memory) WHERE learning.kind = 'learning' }}
} AS events
ORDER BY event.at, event.seq
