// List facts of the same slot that cannot both be true and that are still open, the newest first.
// access: read
// scope: guarded
// param limit: the maximum number of contested facts
// param max_chars: the maximum length of a quoted text
// returns: fact and other ({id, text, status, at, valid_from, valid_to, statements (their number), evidence (list of {id, text, at, speaker, speaker_name, tier})})
CYPHER 25
MATCH (fact:Fact)
WHERE fact.scope = $scope AND fact.status = 'contested' AND fact.recorded_at IS NOT NULL
WITH fact ORDER BY fact.scope DESC, fact.status DESC, fact.recorded_at DESC LIMIT $limit
MATCH (fact)-[:CONTRADICTS]-(other:Fact)
WHERE other.status IN ['current', 'contested', 'claimed'] AND (other.status <> 'contested' OR fact.id < other.id)
WITH DISTINCT fact, other
UNWIND [fact, other] AS side
WITH fact, other, side {.id, .text, .status, .valid_from, .valid_to, at: side.recorded_at,
  statements: COUNT { MATCH (side)-[evidence:EVIDENCE]->(:Event) WHERE NOT coalesce(evidence.void, false) },
  evidence: COLLECT {
    MATCH (side)-[evidence:EVIDENCE]->(event:Event)
    WHERE NOT coalesce(evidence.void, false)
    RETURN {id: event.id, text: left(event.text, $max_chars), at: event.at, speaker: event.speaker, speaker_name: event.speaker_name, tier: evidence.tier}
    ORDER BY evidence.at, evidence.order LIMIT 3
  }} AS side
WITH fact.id AS one, other.id AS two, fact.recorded_at AS at, collect(side) AS sides
RETURN sides[0] AS fact, sides[1] AS other ORDER BY at DESC, one, two
