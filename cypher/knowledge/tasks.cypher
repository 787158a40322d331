// Tasks with what closed them: of some persons, of all persons, or of one id; the nearest due date first, those without one last.
// access: read
// scope: guarded
// choose: all, one, person
// param limit: how many at most
// param id: (fragment one) id of the task
// param people: (fragment person) ids of persons
// param states: (fragments all, person) list of booleans: [true] for open tasks, [false, true] for all
// (fragments open, known) only open tasks, or only open and closed ones, without those that a newer task replaced
// param done: (fragment closed) only closed tasks: true for done ones, false for dropped ones
// param audiences: (fragment audience) tokens of the audiences that the asker may read
// returns: task (a map), owner (name of the person), due (or null), is_open, closing ({polarity, at} of the fact that closed it,
//   or null), sources (ids of events, oldest first)
CYPHER 25
MATCH (task:Fact)
//?one USING INDEX SEEK task:Memory(scope, id)
WHERE task.scope = $scope AND task.fact_kind = 'task' AND task.status IN ['current', 'superseded']
  //?all AND task.current IN $states AND task.subject >= ''
  //?person AND task.current IN $states AND task.subject IN $people
  //?one AND task.id = $id AND task:Memory
  //?audience AND task.audience IN $audiences
WITH task,
  [role IN coalesce(task.roles, []) WHERE role STARTS WITH 'due: ' | substring(role, 5)][0] AS due,
  // A private statement closes a shared task for its own audience only.
  task.current AND (size(coalesce(task.replaced_in, [])) = 0
    //?audience OR none(token IN task.replaced_in WHERE token IN $audiences)
  ) AS is_open,
  COLLECT {
    MATCH (closing:Fact)-[closed:SUPERSEDES]->(task)
    // A task that supersedes a task states it again, as with another due date.
    WHERE coalesce(closing.fact_kind, '') <> 'task'
      //?audience AND closing.audience IN $audiences
    RETURN {polarity: closing.polarity, at: closed.at} ORDER BY closed.at DESC LIMIT 1
  }[0] AS closing
WHERE is_open IS NOT NULL
  //?open AND is_open
  //?known AND (is_open OR closing IS NOT NULL)
  //?closed AND NOT is_open AND closing.polarity = $done
// A tilde comes after all characters of a date: a month is over after its days.
WITH task, due, is_open, closing ORDER BY due IS NULL, due + '~', task.at, task.id LIMIT $limit
RETURN task {.id, .text, .subject, .predicate, .object_text, .template, .audience, .at} AS task, due, is_open,
  CASE WHEN is_open THEN null ELSE closing END AS closing,
  COLLECT { MATCH (task)-[:SUBJECT]->(person:Entity) RETURN person.name }[0] AS owner,
  COLLECT {
    MATCH (task)-[evidence:EVIDENCE]->(event:Event)
    WHERE NOT coalesce(evidence.void, false)
      //?audience AND event.audience IN $audiences
    RETURN event.id ORDER BY evidence.at, evidence.order
  } AS sources
