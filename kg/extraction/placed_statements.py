"""Place statements that were read from other words in their message, and leave out what another statement says already."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from kg.extraction.certainty import INTRODUCED_CONFIDENCE
from kg.extraction.changed_values import ChangedValue
from kg.extraction.memory_requests import REQUESTED_WORTH, MemoryRequest
from kg.extraction.moved_appointments import MovedAppointment
from kg.knowledge import PERSON_RELATIONS
from kg.protocols import ExtractedStatement

CHANGED_WORTH = 0.3
"""The least worth of what is said to have changed."""


def rest_on_question(statement: ExtractedStatement, question: int, end: int) -> ExtractedStatement:
    """Return a statement of an answer with the place of its question; a relation in another's words endorses no one."""
    rests_on = tuple(sorted({question, *statement.rests_on}))
    is_relation = statement.predicate in PERSON_RELATIONS
    confidence = min(statement.confidence, INTRODUCED_CONFIDENCE) if is_relation else statement.confidence
    return replace(statement, start=0, end=end, rests_on=rests_on, confidence=confidence)


def place_request(statement: ExtractedStatement, request: MemoryRequest) -> ExtractedStatement:
    """Return a statement that was asked for, with its place in the message."""
    worth = max(statement.worth, REQUESTED_WORTH)
    return replace(statement, start=request.start, end=request.end, worth=worth)


def is_same_plan(statement: ExtractedStatement, task: ExtractedStatement) -> bool:
    """Whether a statement says what a task says: a plan, or a day on which something is due."""
    is_plan = statement.kind == "plan" or statement.predicate == "plans"
    overlaps = statement.start < task.end and task.start < statement.end
    # "I must buy a ticket", "I'm paying the deposit tomorrow": both are of the whole clause.
    is_clause = bool(statement.template) and (statement.start, statement.end) == (task.start, task.end)
    # "I have to get three quotes for the insurance by Monday": the insurance is not due then.
    is_due = statement.predicate == "deadline" and overlaps and task.predicate != "remember"
    return (is_plan and overlaps) or is_clause or is_due


def add_reports(
    statements: Sequence[ExtractedStatement],
    observed: Sequence[ExtractedStatement],
    reports: Sequence[ExtractedStatement],
) -> list[ExtractedStatement]:
    """Return the observations of a message with its reports of tasks, each deed once.

    Args:
        statements: its statements with closed predicates.
        observed: its observations.
        reports: its reports.
    """
    # "The dentist is cancelled" both ends a date and reports a deed.
    kept = [each for each in observed if each.aspect or not any(_is_same_report(each, report) for report in reports)]
    return [*kept, *(each for each in reports if not any(_reports_too(one, each) for one in (*statements, *kept)))]


def place_moved(
    found: Sequence[ExtractedStatement],
    stated: Sequence[ExtractedStatement],
    moved: MovedAppointment | ChangedValue,
) -> list[ExtractedStatement]:
    """Return the statements of a message with the new value that a change gives, in place of what else was read in its words.

    Args:
        found: the statements of the message.
        stated: the statements of the sentence that says what changed.
        moved: the change.
    """
    # An appointment to whose move a message agrees was named before.
    places = moved.places if isinstance(moved, MovedAppointment) else ()
    others = moved.kept if isinstance(moved, ChangedValue) else "all" if places else "nothing"
    is_value = isinstance(moved, MovedAppointment) or moved.is_value
    dated = [each for each in stated if each.aspect or not is_value]
    if not dated:
        return list(found)
    kept = [
        each
        for each in found
        if others == "all"
        or (others == "deeds" and each.kind == "event")
        or not each.template
        or each.kind == "task"
        or each.start >= moved.end
        or each.end <= moved.start
    ]
    placed = [
        replace(
            each,
            worth=max(each.worth, CHANGED_WORTH),
            start=moved.start,
            end=moved.end,
            rests_on=tuple(sorted({*places, *each.rests_on})),
        )
        for each in dated
    ]
    return [*kept, *placed]


def _is_same_report(statement: ExtractedStatement, report: ExtractedStatement) -> bool:
    """Whether an observation only says in its words what a report says: "the form is off", "rate limit added"."""
    one, other = (each.template.casefold().removeprefix("the ") for each in (statement, report))
    is_state = statement.kind != "event" and one == other
    thing = report.object.casefold().removeprefix("the ")
    is_short = len(one.split()) <= len(thing.split()) + len(("is", "added"))
    is_passive = statement.predicate == report.predicate and is_short and one.startswith(f"{thing} ")
    return (is_state or is_passive) and statement.start < report.end and report.start < statement.end


def _reports_too(statement: ExtractedStatement, report: ExtractedStatement) -> bool:
    """Whether another statement of the same words reports the deed."""
    is_same = (statement.template == report.template and not statement.aspect) or (
        statement.predicate,
        statement.polarity,
        statement.kind,
    ) == (
        report.predicate,
        report.polarity,
        report.kind,
    )
    return is_same and statement.start < report.end and report.start < statement.end
