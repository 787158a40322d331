// Get the speaker, time and beginning of some events; for a picture.
// access: read
// scope: guarded
// param ids: ids of events
// param max_chars: the maximum length of a text
// param audiences: (fragment audience) the audiences of the viewer
// returns: id, by, at, session, text
CYPHER 25
UNWIND $ids AS id
MATCH (event:Memory {scope: $scope, id: id})
USING INDEX SEEK event:Memory(scope, id)
WHERE event:Event
  //?audience AND event.quarantine IS NULL AND event.audience IN $audiences
RETURN event.id AS id, coalesce(event.speaker_name, event.speaker) AS by, event.at AS at, event.session AS session, left(event.text, $max_chars) AS text
