// List memories of one kind: one by id, or those of a time range, newest first.
// access: read
// scope: guarded
// choose: one, many
// param kind: core, working, diary, journal, episode, longterm, procedure, learning, reflection or summary
// param limit: maximum number of results
// param id: (fragment one) id of the memory
// param since: (fragment many) datetime, inclusive
// param until: (fragment many) datetime, exclusive
// param session: (fragment session) canonical id of a session
// param about: (fragment about) id of an entity or person
// param audiences: (fragment audience) audience tokens of the reader
// (fragment current) leaves out archived and superseded memories
// returns: node (a map), sources (ids, oldest first), about (list of {id, name})
CYPHER 25
MATCH (node:Kept)
  //?many USING INDEX SEEK node:Kept(scope, kind, at)
WHERE node.scope = $scope AND node.kind = $kind
  //?one AND node.id = $id AND node:Memory
  //?many AND node.at >= $since AND node.at < $until
  //?current AND node.current = true
  //?session AND node.session = $session
  //?audience AND node.audience IN $audiences
  //?about AND EXISTS { MATCH (node)-[:ABOUT]->(about) WHERE about.scope = $scope AND about.id = $about }
WITH node ORDER BY node.scope DESC, node.kind DESC, node.at DESC LIMIT $limit
RETURN node {.*, embedding: null, states: null, terms: null} AS node,
  COLLECT { MATCH (node)-[:RESTS_ON]->(source:Memory) RETURN source.id ORDER BY source.at, source.id } AS sources,
  COLLECT { MATCH (node)-[:ABOUT]->(subject:Memory) RETURN {id: subject.id, name: subject.name} ORDER BY subject.id } AS about
