// List who spoke, whom they answered and whom they named, in the newest messages; for a picture.
// access: read
// scope: guarded
// param ids: ids of people
// param last: the maximum number of messages
// param audiences: (fragment audience) the audiences of the viewer
// param until: (fragment until) datetime, exclusive: only what is older
// returns: session, at (in microseconds since 1970; the driver reads times slowly), speaker (id), parent (who said the message that it answers), previous (who spoke within the hour before, in the
//   message before it), named (ids of the people whom it names)
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
MATCH (event)-[:SAID_BY]->(speaker:Person)
WHERE speaker.id IN $ids
  //?audience AND event.quarantine IS NULL AND event.audience IN $audiences
RETURN event.session AS session, event.at.epochMillis * 1000 AS at, speaker.id AS speaker,
  COLLECT {
    MATCH (event)-[:RESULT_OF]->(parent:Event)-[:SAID_BY]->(other:Person)
    //?audience WHERE parent.audience IN $audiences
    RETURN other.id LIMIT 1
  }[0] AS parent,
  COLLECT {
    MATCH (event)<-[:NEXT]-(before:Event)-[:SAID_BY]->(other:Person)
    WHERE before.at.epochSeconds + 3600 >= event.at.epochSeconds
      //?audience AND before.audience IN $audiences
    RETURN other.id LIMIT 1
  }[0] AS previous,
  COLLECT { MATCH (event)-[:MENTIONS]->(other:Person) WHERE other.id IN $ids RETURN DISTINCT other.id } AS named
