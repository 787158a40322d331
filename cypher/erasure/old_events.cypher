// Find old events, except events of owners and events that mention a person; events that support facts or notes have a later limit.
// access: read
// scope: guarded
// param before: datetime before which events are old
// param supported_before: the same for events that support facts or notes
// param limit: maximum number, oldest first
// returns: id
CYPHER 25
UNWIND ['complete', 'skipped', 'failed_permanent'] AS status
CALL (status) {
  MATCH (event:Event)
  WHERE event.scope = $scope AND event.status = status AND event.at < $before
    AND NOT EXISTS { MATCH (event)-[:SAID_BY]->(person:Person) WHERE person.owner }
    AND NOT EXISTS { (event)-[:MENTIONS]->(:Person) }
    AND (event.at < $supported_before OR NOT EXISTS {
      MATCH (event)<-[:EVIDENCE|RESTS_ON]-(other:Memory)
      // Diary entries, episodes and summaries describe all events, so they do not count as support.
      WHERE NOT other.kind IN ['diary', 'episode', 'summary']
    })
  RETURN event.id AS id, event.at AS at ORDER BY event.scope, event.status, event.at LIMIT $limit
}
RETURN id ORDER BY at, id LIMIT $limit
