// Old events that nothing holds: no owner's, none that names a person; those that facts or notes rest on only when they are older still.
// access: read
// scope: guarded
// param before: datetime before which events are old
// param long_before: datetime before which those are old that something rests on
// param limit: how many at most, oldest first
// returns: id
CYPHER 25
UNWIND ['complete', 'skipped', 'failed_permanent'] AS status
CALL (status) {
  MATCH (event:Event)
  WHERE event.scope = $scope AND event.status = status AND event.at < $before
    AND NOT EXISTS { MATCH (event)-[:SAID_BY]->(person:Person) WHERE person.owner }
    AND NOT EXISTS { (event)-[:MENTIONS]->(:Person) }
    AND (event.at < $long_before OR NOT EXISTS {
      MATCH (event)<-[:EVIDENCE|RESTS_ON]-(other:Memory)
      // What is told of events by the day, or summed up, is told of all of them.
      WHERE NOT other.kind IN ['diary', 'episode', 'summary']
    })
  RETURN event.id AS id, event.at AS at ORDER BY event.scope, event.status, event.at LIMIT $limit
}
RETURN id ORDER BY at, id LIMIT $limit
