"""Close tasks: a fact that its person has done, or will not do, what a task says ends the task.

In the same way "Ann paid the deposit" ends "Ann has not paid the deposit yet", and "Ann sold the car" ends "Ann drives the car".

A task is a fact of kind "task", and open while it is current. Which fact closes it depends on the set of stored facts alone, not
on the order of digestion. A message may close a task that is stated later in the order of digestion, but not one that is stated
later in the conversation.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from kg.knowledge.authority import PRESENCE_LEVEL, evidence_level
from kg.knowledge.ended_activities import ends_activity
from kg.knowledge.fact_state import SHARED, FactEvidence, FactState
from kg.knowledge.predicates import DENIAL, Predicate
from kg.knowledge.state_endings import (
    find_ended_predicates,
    is_own_state,
    is_own_thing,
    is_state,
    may_replace_tool,
    name_ended_thing,
    parts_with_thing,
)
from kg.knowledge.task_verbs import related_verbs, reports_deed
from kg.knowledge.thing_names import content_words, names_same_thing
from kg.language import strip_dates

_TASK = "task"
# What has not been done may still be done; what was not done on a day remains so.
_NOT_YET = re.compile(r"^\{s\} (?:has|have) not (?!been\b|had\b)")
# A deed that was done so long before a task was set is another one.
_EARLIER = dt.timedelta(days=7)


def find_connected_facts(touched: Iterable[FactState], facts: Iterable[FactState]) -> list[FactState]:
    """Return the tasks of the deeds of touched facts, what was not yet done of them, and the facts that may close these."""
    facts = list(facts)
    deeds = {
        (state.subject, verb)
        for state in touched
        if _is_pending(state) or _may_close(state)
        for verb in related_verbs(state.predicate.name) | find_ended_predicates(state.predicate.name, state.object.name)
    }
    deeds |= {(state.subject, state.predicate.name) for state in touched if _is_pending(state)}
    tasks = [state for state in facts if _is_pending(state) and (state.subject, state.predicate.name) in deeds]
    closing = [state for state in facts if any(_closes(state, task) for task in tasks)]
    return [*tasks, *closing]


def close_tasks(facts: Sequence[FactState]) -> None:
    """Close the accepted tasks, and what was not yet done, that another of these facts closes, in the order of the statements.

    Args:
        facts: the facts of the adjudicated slots.
    """
    pending = [state for state in facts if _is_pending(state) and state.status == "current" and state.evidence]
    moments = [
        (evidence.at, evidence.order, state.id, state, evidence)
        for state in facts
        if pending and _may_close(state)
        for evidence in state.evidence.values()
        if _counts(evidence, state)
    ]
    for at, order, _, state, evidence in sorted(moments, key=lambda moment: moment[:3]):
        matching = [
            task
            for task in pending
            if _closes(state, task)
            and (at, order) > _opened(task)
            and not _is_older(evidence.said_from, _opened(task)[0])
            and _may_end(evidence, task)
        ]
        # "Send the report" is done, and "send the report to Ann" is not.
        exact = [task for task in matching if content_words(task.object.name) == content_words(state.object.name)]
        for task in exact or matching:
            pending.remove(task)
            _close(task, state, at)


def _may_end(evidence: FactEvidence, task: FactState) -> bool:
    """Whether a deed may end a state by who reports it: what people say of themselves ends by their own word, or an owner's."""
    is_own = _is_state(task) and any(each.person == task.subject for each in task.evidence.values())
    return not is_own or evidence.person in {task.subject, None} or evidence.authority == "owner"


def _is_older(said_from: str | None, opened: dt.datetime) -> bool:
    """Whether a deed was done long before a task was set: "I washed the car last month too"."""
    oldest = (opened - _EARLIER).date().isoformat()
    return bool(said_from) and (said_from or "") < oldest[: len(said_from or "")]


def is_pending(predicate: Predicate, *, polarity: bool) -> bool:
    """Whether a fact is a task, or says that something has not been done: "Ann has not paid the deposit yet"."""
    return predicate.kind == _TASK or _says_not_yet(predicate, polarity=polarity)


def _says_not_yet(predicate: Predicate, *, polarity: bool) -> bool:
    # `knowledge/resolution_candidates` finds such facts by the same start.
    return predicate.kind == "event" and not polarity and bool(_NOT_YET.match(predicate.sentence))


def _is_state(state: FactState) -> bool:
    return is_state(state.predicate.kind, polarity=state.polarity, predicate=state.predicate.name)


def _is_pending(state: FactState) -> bool:
    return _is_state(state) or is_pending(state.predicate, polarity=state.polarity)


def may_close(predicate: Predicate, *, polarity: bool) -> bool:
    """Whether a fact may close tasks and end states: something was done, or will not be done."""
    return predicate.kind == ("event" if polarity else "plan")


def _may_close(state: FactState) -> bool:
    return may_close(state.predicate, polarity=state.polarity)


def _opened(task: FactState) -> tuple[dt.datetime, str]:
    """Return when a task was stated last."""
    return max((evidence.at, evidence.order) for evidence in task.evidence.values())


def _counts(evidence: FactEvidence, state: FactState) -> bool:
    """Whether evidence closes tasks: the word of those who are to do it, whatever their trust, of owners and the endorsed."""
    is_accepted = state.is_accepted and evidence.event in state.trusted_events
    has_authority = evidence_level(evidence, state) > PRESENCE_LEVEL
    return evidence.quarantine is None and (evidence.person == state.subject or (is_accepted and has_authority))


def _close(task: FactState, closing: FactState, moment: dt.datetime) -> None:
    task.status, task.superseded_at = "superseded", moment
    task.timeline = replace(
        task.timeline,
        intervals=[
            replace(interval, start=min(interval.start, moment), end=min(interval.end or moment, moment))
            for interval in task.timeline.intervals
        ],
    )
    closing.supersedes[task.id] = moment


def _closes(state: FactState, task: FactState) -> bool:
    """Whether a fact is about the deed of a task: the object of one names the thing of the other."""
    if not _may_close(state) or not state.evidence or state.subject != task.subject:
        return False
    if state.audience not in {SHARED, task.audience}:
        return False
    if _is_state(task):
        return _ends(state, task)
    if not reports_deed(state.predicate.name, task.predicate.name):
        return False
    if _says_not_yet(task.predicate, polarity=task.polarity):
        # "She saw the old film" leaves open whether she saw the new one.
        done, asked = content_words(state.object.name), content_words(task.object.name)
        return state.polarity and bool(asked) and asked in (done, content_words(strip_dates(state.object.name)))
    return names_same_thing(state.object.name, task.object.name)


def _ends(deed: FactState, state: FactState) -> bool:
    """Whether a deed ends a state of its person."""
    # "Forget the refund" denies a plan.
    done = deed.predicate.sentence.removeprefix(DENIAL)
    # "Sold the bike, riding a new one now".
    name, thing = deed.predicate.name, deed.object.name.split(", ")[0]
    held = strip_dates(state.object.name)
    is_own = is_own_state(done, thing)
    if is_own and parts_with_thing(name, state.predicate.sentence):
        return names_same_thing(thing, held)
    if not is_own_state(state.predicate.sentence):
        # "The tests run with unittest".
        return is_own and may_replace_tool(name, state.predicate.sentence) and _ends_named(name, thing, state, held)
    if (is_own or is_own_thing(done)) and ends_activity(name, thing, state.predicate, held):
        return True
    return is_own and _ends_named(name, thing, state, held)


def _ends_named(deed: str, thing: str, state: FactState, held: str) -> bool:
    things = name_ended_thing(deed, thing, state.predicate.name, held)
    # "Stopped the other tablets" is not about "the tablets".
    is_whole = things is not None and frozenset() < content_words(things[0]) <= content_words(things[1])
    return things is not None and is_whole and names_same_thing(*things)
