// Trust of a person: their accounts, every mark with its message, and their endorsements; best viewed as a graph.
// access: read
// scope: guarded
// param name: a name of the person, in lower case
// returns: identity, identifies, person, to, edge, extends, truster, marked, mark, for, event
// first, in Browser: :param scope => 'demo'
// first, in Browser: :param name => 'maria'
CYPHER 25
MATCH (alias:Alias {scope: $scope, key: $name})-[:NAMES]->(person:Person)
MATCH (edge:TrustEdge)-[to:TO]->(person)
OPTIONAL MATCH (identity:Identity)-[identifies:IDENTIFIES]->(person)
OPTIONAL MATCH (truster:Person)-[extends:EXTENDS]->(edge)
OPTIONAL MATCH (edge)-[marked:MARKED]->(mark:Mark)
OPTIONAL MATCH (mark)-[for:FOR]->(event:Event)
RETURN identity, identifies, person, to, edge, extends, truster, marked, mark, for, event
