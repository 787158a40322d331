// Count the remaining events of topics.
// access: read
// scope: guarded
// param ids: ids of the topics
// returns: id, count (of events), audience, audiences (of the events)
CYPHER 25
UNWIND $ids AS id
MATCH (topic:Memory {scope: $scope, id: id})
USING INDEX SEEK topic:Memory(scope, id)
RETURN topic.id AS id, topic.audience AS audience, COUNT { (topic)<-[:ON]-() } AS count,
  COLLECT { MATCH (topic)<-[:ON]-(event:Event) RETURN DISTINCT event.audience } AS audiences
