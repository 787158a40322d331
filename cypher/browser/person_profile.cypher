// What an agent would read about somebody: core memory, which it always reads, then notes, summaries, facts and what else is kept.
// access: read
// scope: guarded
// param name: their name, or another name of theirs, in small letters
// param limit: how many of each at most
// returns: section, text, why, at
// first, in Browser: :param scope => 'demo'
// first, in Browser: :param name => 'maria'
// first, in Browser: :param limit => 10
CYPHER 25
MATCH (alias:Alias {scope: $scope, key: $name})-[:NAMES]->(person:Person)
CALL (person) {
  MATCH (core:Kept)
  USING INDEX SEEK core:Kept(scope, kind, at)
  WHERE core.scope = $scope AND core.kind = 'core' AND core.at IS NOT NULL AND core.current
  WITH core ORDER BY core.importance DESC, core.at DESC LIMIT $limit
  RETURN 1 AS place, 'core memory' AS section, core.text AS text, 'in every context: ' + core.section AS why, core.at AS at
  UNION ALL
  MATCH (note:Note)-[:ABOUT]->(person)
  WITH note ORDER BY note.at DESC LIMIT $limit
  RETURN 2 AS place, 'notes' AS section, note.text AS text, 'noted of them' AS why, note.at AS at
  UNION ALL
  MATCH (summary:Summary)-[:SUMMARIZES]->(person)
  RETURN 3 AS place, 'summary' AS section, summary.text AS text, 'sums them up' AS why, summary.updated_at AS at
  UNION ALL
  MATCH (fact:Fact)
  USING INDEX SEEK fact:Fact(scope, subject, predicate)
  WHERE fact.scope = $scope AND fact.subject = person.id AND fact.predicate >= '' AND fact.status IN ['current', 'claimed', 'contested']
  WITH fact ORDER BY fact.strength DESC, fact.recorded_at DESC LIMIT $limit
  RETURN 4 AS place, 'facts' AS section, fact.text AS text,
    fact.status + ', ' + coalesce([(fact)-[told:ASSERTED_BY]->(by:Person) | by.name + ' says'][0], 'nobody is named') AS why, fact.recorded_at AS at
  UNION ALL
  MATCH (kept:Kept)-[:ABOUT]->(person)
  WHERE kept.current
  WITH kept ORDER BY kept.at DESC LIMIT $limit
  RETURN 5 AS place, kept.kind AS section, kept.text AS text, 'is about them' AS why, kept.at AS at
}
WITH place, section, text, why, at ORDER BY place, at DESC
RETURN section, text, why, datetime.truncate('second', at) AS at
