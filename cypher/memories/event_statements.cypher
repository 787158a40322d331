// Return the facts that rest on events, for texts about these events.
// access: read
// scope: guarded
// param ids: ids of the events
// returns: event (id), statements (list of [id, text, worth, authority, own], the most worth first)
CYPHER 25
UNWIND $ids AS id
MATCH (event:Memory {scope: $scope, id: id})
USING INDEX SEEK event:Memory(scope, id)
MATCH (event)<-[evidence:EVIDENCE]-(fact:Fact)
// What was replaced later held at the time of the event.
WHERE fact.status IN ['current', 'superseded'] AND evidence.quarantine IS NULL AND fact.audience IN ['shared', event.audience]
WITH event, fact, evidence ORDER BY coalesce(fact.worth, 1.0) DESC, fact.id
RETURN event.id AS event, collect([fact.id, fact.text, coalesce(fact.worth, 1.0), evidence.authority, evidence.own]) AS statements
