// Return the preferences of the owners, or of the only speaker, and learnings about preferences.
// access: read
// scope: guarded
// param summary: id of the summary of preferences
// param predicates: predicates of preferences
// param limit: maximum number of each
// param now: datetime at which facts hold
// param credible_tiers: tiers whose statements are believed
// returns: revision, text, sentences, cited (of the summary as it is), facts (list of maps, strongest first), learnings (list of {id, text, at})
CYPHER 25
CALL () {
  OPTIONAL MATCH (memory:Scope {scope: $scope})
  UNWIND coalesce(memory.owners, []) AS account
  MATCH (identity:Identity {scope: $scope, platform: split(account, ':')[0], platform_id: substring(account, size(split(account, ':')[0]) + 1)})-[:IDENTIFIES]->(owner:Person)
  USING INDEX SEEK identity:Identity(scope, platform, platform_id)
  RETURN collect(DISTINCT owner) AS owners
}
CALL (owners) {
  WITH owners WHERE size(owners) = 0
  MATCH (identity:Identity)-[:IDENTIFIES]->(person:Person)
  WHERE identity.scope = $scope AND identity.platform IS NOT NULL AND identity.platform_id IS NOT NULL
  WITH DISTINCT person LIMIT 2
  RETURN collect(person) AS speaking
}
WITH CASE WHEN size(owners) > 0 THEN owners WHEN size(speaking) = 1 THEN speaking ELSE [] END AS persons
OPTIONAL MATCH (summary:Memory {scope: $scope, id: $summary})
USING INDEX SEEK summary:Memory(scope, id)
RETURN coalesce(summary.revision, 0) AS revision, coalesce(summary.text, '') AS text, summary.sentences AS sentences, summary.cited AS cited,
  COLLECT {
    UNWIND persons AS person
    MATCH (fact:Fact)
    WHERE fact.scope = $scope AND fact.subject = person.id AND fact.predicate IN $predicates
      AND fact.status = 'current' AND fact.audience = 'shared' AND NOT 'shared' IN coalesce(fact.replaced_in, [])
      AND any(index IN range(0, size(fact.spells_from) - 1) WHERE fact.spells_from[index] <= $now AND $now < fact.spells_to[index])
    WITH person, fact ORDER BY fact.strength DESC, fact.confidence DESC, fact.at DESC, fact.id LIMIT $limit
    RETURN fact {.id, .text, .template, .predicate, .polarity, .object_text, .fact_type, .audience, .strength, .valid_from, .at, replaced_in: [],
      subject_id: fact.subject, subject: person.name,
      object: COLLECT { MATCH (fact)-[:OBJECT]->(entity:Entity) RETURN entity.name }[0],
//+ summaries/fact_evidence
    }
  } AS facts,
  COLLECT {
    MATCH (learning:Kept)
    WHERE learning.scope = $scope AND learning.kind = 'learning' AND learning.at >= datetime({year: 1})
      AND learning.current AND learning.audience = 'shared' AND learning.tool IS NULL
      // A preference has a neutral sentiment: it neither praises nor blames.
      AND learning.sentiment = 'neutral'
    WITH learning ORDER BY learning.at DESC LIMIT $limit
    RETURN learning {.id, .text, .at}
  } AS learnings
