"""What a correction states: the statements of the corrected text that are new, and denials of those that they replace."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from kg.extraction.value_corrections import Correction
from kg.knowledge import DENIAL, PERSON_RELATIONS, get_predicate
from kg.protocols import ExtractedStatement

# Of a denial: it ends a fact, and is hardly worth showing.
_DENIAL_WORTH = 0.01


def correct_statements(
    found: Sequence[ExtractedStatement],
    original: Sequence[ExtractedStatement],
    corrected: Sequence[ExtractedStatement],
    correction: Correction,
    least_worth: float,
) -> list[ExtractedStatement]:
    """Return the statements of a message that corrects.

    They are those that it makes otherwise, and those that the corrected text makes and the original one does not. What has one
    value at a time is replaced by its new value. Anything else that the original states, and the corrected text does not, is
    denied; if it is of the message itself, it is left out. Without a corrected text, only tasks are denied.

    Args:
        found: the statements of the message before its correction was read.
        original: the statements of the original text.
        corrected: the statements of the corrected text.
        correction: the correction.
        least_worth: the least worth of a new observation that replaces none.
    """
    if not correction.corrected:
        dropped = [denial for each in original if each.kind == "task" for denial in _deny(each)]
        return [*found, *(_place(denial, correction) for denial in dropped)]
    known, kept = set(map(_content, original)), set(map(_content, corrected))
    withdrawn = [each for each in original if _content(each) not in kept]
    # "I meant Friday" states nothing of its own.
    others = [each for each in found if not correction.start <= each.start < correction.end]
    if not correction.places:
        gone = known - kept
        others = [each for each in others if _content(each) not in gone]
    stated: list[ExtractedStatement] = []
    for new in corrected:
        old = [each for each in withdrawn if _topic(each) == _topic(new)]
        if _content(new) in known or (not old and new.template and new.worth < least_worth):
            continue
        if len(old) == 1 and correction.places and not _compete(old[0], new):
            stated += [_place(denial, correction) for denial in _deny(old[0])]
        stated.append(_place(new, correction, is_new=True))
    if correction.denies:
        turned = {(each.subject, each.predicate, each.object) for each in stated if not each.polarity}
        others_gone = [each for each in withdrawn if (each.subject, each.predicate, each.object) not in turned]
        denials = [denial for each in others_gone for denial in _deny(each)]
        stated += [replace(_place(denial, correction), worth=_DENIAL_WORTH) for denial in denials]
    return [*others, *stated] if stated else list(found)


def _deny(statement: ExtractedStatement) -> list[ExtractedStatement]:
    """Return the denial of a statement; none if it is one already, or to deny it would say more than the correction does."""
    if not statement.polarity:
        return []
    if statement.template:
        template = f"{DENIAL}{statement.template}"
        # What will not be done drops a task.
        kind = "plan" if statement.kind == "task" else statement.kind
        return [
            replace(
                statement,
                polarity=False,
                template=template,
                kind=kind,
                worth=_DENIAL_WORTH,
                valid_from=None,
                valid_to=None,
            )
        ]
    # Who does not mean that they like one thing need not dislike it.
    is_plain = statement.predicate in PERSON_RELATIONS or not get_predicate(statement.predicate).opposite
    return [replace(statement, polarity=False, valid_from=None, valid_to=None)] if is_plain else []


def _place(statement: ExtractedStatement, correction: Correction, *, is_new: bool = False) -> ExtractedStatement:
    """Return a statement with its place in the message: of one message, what begins later is the newer."""
    rests_on = tuple(sorted({*correction.places, *statement.rests_on}))
    return replace(statement, start=correction.start + is_new, end=correction.end, rests_on=rests_on)


def _content(statement: ExtractedStatement) -> ExtractedStatement:
    """Return a statement without what does not belong to its content."""
    return replace(statement, start=0, end=0, confidence=0.0, worth=0.0, rests_on=())


def _topic(statement: ExtractedStatement) -> tuple[str | bool, ...]:
    return statement.subject, statement.predicate, statement.polarity, statement.owner, statement.kind


def _compete(old: ExtractedStatement, new: ExtractedStatement) -> bool:
    """Whether the newer of two statements with one topic replaces the older one, or they are the same fact."""
    if old.aspect or (not old.template and get_predicate(old.predicate).is_single_valued):
        return old.aspect == new.aspect
    return old.object == new.object and old.kind != "event"
