// Count the newest messages by day; for a picture.
// access: read
// scope: guarded
// param last: the maximum number of messages
// param person: (fragment person) only messages that this person said
// param audiences: (fragment audience) the audiences of the viewer
// param until: (fragment until) datetime, exclusive
// returns: day (a date), messages
CYPHER 25
UNWIND ['pending', 'processing', 'complete', 'skipped', 'failed', 'failed_permanent'] AS status
CALL (status) {
  MATCH (event:Event)
  WHERE event.scope = $scope AND event.status = status AND event.at IS NOT NULL
    //?until AND event.at < $until
  // In the order of the index, so that no more rows than the limit are read.
  RETURN event ORDER BY event.scope DESC, event.status DESC, event.at DESC LIMIT $last
}
WITH event ORDER BY event.at DESC, event.seq DESC LIMIT $last
WHERE event.event_kind = 'message'
  //?audience AND event.quarantine IS NULL AND event.audience IN $audiences
  //?person AND EXISTS { (event)-[:SAID_BY]->(:Person {id: $person}) }
RETURN date(event.at) AS day, count(*) AS messages ORDER BY day
