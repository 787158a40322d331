// Recent changes: what was stored in the last days: facts, memories, marks, corrections and people, the newest first.
// access: read
// scope: guarded
// param days: the number of days
// param limit: the maximum number of rows
// returns: at, what, text
// first, in Browser: :param scope => 'demo'
// first, in Browser: :param days => 7
// first, in Browser: :param limit => 50
CYPHER 25
WITH datetime() - duration({days: $days}) AS since
CALL (since) {
  MATCH (fact:Fact)
  USING INDEX SEEK fact:Fact(scope, recorded_at)
  WHERE fact.scope = $scope AND fact.recorded_at >= since
  RETURN fact.recorded_at AS at, CASE WHEN EXISTS { (fact)-[:SUPERSEDES]->() } THEN 'changed fact' ELSE 'new fact' END AS what,
    fact.text + CASE fact.status WHEN 'current' THEN '' ELSE ' (' + fact.status + ')' END AS text
  UNION ALL
  MATCH (person:Person)
  USING INDEX SEEK person:Person(scope, name)
  WHERE person.scope = $scope AND person.name IS NOT NULL AND person.created_at >= since
  RETURN person.created_at AS at, 'new person' AS what, person.name AS text
  UNION ALL
  UNWIND ['core', 'longterm', 'procedure', 'learning', 'reflection', 'diary', 'journal', 'episode'] AS kind
  MATCH (kept:Kept)
  USING INDEX SEEK kept:Kept(scope, kind, at)
  WHERE kept.scope = $scope AND kept.kind = kind AND kept.at IS NOT NULL AND coalesce(kept.created_at, kept.at) >= since
  RETURN coalesce(kept.created_at, kept.at) AS at, 'new ' + kind AS what, left(kept.text, 200) AS text
  UNION ALL
  MATCH (mark:Mark)
  USING INDEX SEEK mark:Mark(scope, id)
  WHERE mark.scope = $scope AND mark.id IS NOT NULL AND mark.at >= since
  RETURN mark.at AS at, 'marked' AS what, [(edge:TrustEdge)-[:MARKED]->(mark) | edge.name][0] + ': ' + mark.name AS text
  UNION ALL
  MATCH (audit:Audit)
  USING INDEX SEEK audit:Audit(scope, id)
  WHERE audit.scope = $scope AND audit.id IS NOT NULL AND audit.at >= since
  RETURN audit.at AS at, audit.what AS what,
    COLLECT { MATCH (audit)-[:OF]->(thing) RETURN left(thing.name, 60) AS name ORDER BY name LIMIT 3 }[0] AS text
}
RETURN datetime.truncate('second', at) AS at, what, text ORDER BY at DESC, what, text LIMIT $limit
