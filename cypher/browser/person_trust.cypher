// Why somebody is trusted as far as they are: their accounts, every mark, the message it is for, and who speaks for them; best seen as a graph.
// access: read
// scope: guarded
// param name: their name, or another name of theirs, in small letters
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
