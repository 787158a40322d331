// Profile of a person, as an agent reads it: core memory, which is in every context, then notes, summaries, facts and other memories.
// access: read
// scope: guarded
// param name: a name of the person, in lower case
// param limit: the maximum number of rows per section
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
  RETURN 1 AS position, 'core memory' AS section, core.text AS text, 'in every context: ' + core.section AS why, core.at AS at
  UNION ALL
  MATCH (note:Note)-[:ABOUT]->(person)
  WITH note ORDER BY note.at DESC LIMIT $limit
  RETURN 2 AS position, 'notes' AS section, note.text AS text, 'note about the person' AS why, note.at AS at
  UNION ALL
  MATCH (summary:Summary)-[:SUMMARIZES]->(person)
  RETURN 3 AS position, 'summary' AS section, summary.text AS text, 'summary of the person' AS why, summary.updated_at AS at
  UNION ALL
  MATCH (fact:Fact)
  USING INDEX SEEK fact:Fact(scope, subject, predicate)
  WHERE fact.scope = $scope AND fact.subject = person.id AND fact.predicate >= '' AND fact.status IN ['current', 'claimed', 'contested']
  WITH fact ORDER BY fact.strength DESC, fact.recorded_at DESC LIMIT $limit
  RETURN 4 AS position, 'facts' AS section, fact.text AS text,
    fact.status + ', ' + coalesce([(fact)-[:ASSERTED_BY]->(by:Person) | 'asserted by ' + by.name][0], 'source unknown') AS why, fact.recorded_at AS at
  UNION ALL
  MATCH (kept:Kept)-[:ABOUT]->(person)
  WHERE kept.current
  WITH kept ORDER BY kept.at DESC LIMIT $limit
  RETURN 5 AS position, kept.kind AS section, kept.text AS text, 'about the person' AS why, kept.at AS at
}
WITH position, section, text, why, at ORDER BY position, at DESC
RETURN section, text, why, datetime.truncate('second', at) AS at
