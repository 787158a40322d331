// Get the topics, the summary and the reflections of an entity; for a picture.
// access: read
// scope: guarded
// param id: id of the entity
// param max_events: the maximum number of messages whose topics count
// param audiences: (fragment audience) the audiences of the viewer
// param until: (fragment until) datetime, exclusive: only what is older
// returns: topics (list of {id, name, events}), summary ({id, text, at}, or null), reflections (list of {id, text, at})
CYPHER 25
MATCH (entity:Memory {scope: $scope, id: $id})
USING INDEX SEEK entity:Memory(scope, id)
WHERE entity:Entity
RETURN COLLECT {
    MATCH (entity)<-[:MENTIONS|SAID_BY]-(event:Event)
    WHERE event.quarantine IS NULL
      //?audience AND event.audience IN $audiences
      //?until AND event.at < $until
    WITH DISTINCT event LIMIT $max_events
    MATCH (event)-[:ON]->(topic:Topic)
    WITH topic, count(event) AS events ORDER BY events DESC, topic.name LIMIT 8
    RETURN {id: topic.id, name: topic.name, events: events}
  } AS topics,
  COLLECT {
    MATCH (summary:Summary)-[:SUMMARIZES]->(entity)
    WHERE summary.archived_at IS NULL AND summary.text > ''
      //?audience AND summary.audience IN $audiences
      //?until AND summary.updated_at < $until
    RETURN summary {.id, .text, at: summary.updated_at} ORDER BY summary.audience = 'shared' DESC, summary.id LIMIT 1
  }[0] AS summary,
  COLLECT {
    MATCH (reflection:Kept)-[:ABOUT]->(entity)
    WHERE reflection.kind = 'reflection' AND reflection.archived_at IS NULL
      //?audience AND reflection.audience IN $audiences
      //?until AND reflection.at < $until
    RETURN reflection {.id, .text, .at} ORDER BY reflection.at DESC, reflection.id LIMIT 3
  } AS reflections
