// Record that a fact corrects another.
// access: write
// scope: guarded
// param id: the correct fact
// param older: the wrong fact
// param now: datetime
// returns: nothing
CYPHER 25
MATCH (fact:Memory {scope: $scope, id: $id})
USING INDEX SEEK fact:Memory(scope, id)
MATCH (older:Memory {scope: fact.scope, id: $older})
USING INDEX SEEK older:Memory(scope, id)
MERGE (fact)-[supersedes:SUPERSEDES]->(older)
SET supersedes.at = coalesce(supersedes.at, $now), supersedes.corrected = true
