// What was said in events of these ids, cut to so many characters, and by whom; for a picture.
// access: read
// scope: guarded
// param ids: ids of events
// param longest: characters at most
// param audiences: (fragment audience) tokens of who may see
// returns: id, by, at, session, text
CYPHER 25
UNWIND $ids AS id
MATCH (event:Memory {scope: $scope, id: id})
USING INDEX SEEK event:Memory(scope, id)
WHERE event:Event
  //?audience AND event.quarantine IS NULL AND event.audience IN $audiences
RETURN event.id AS id, coalesce(event.speaker_name, event.speaker) AS by, event.at AS at, event.session AS session, left(event.text, $longest) AS text
