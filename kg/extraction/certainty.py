"""The confidence of statements that the rules extract, from 0 to 1."""

from __future__ import annotations

from kg.knowledge import PREDICATES

FORMAT_CONFIDENCE = 0.95
"""A value recognised by its format: an e-mail address, a telephone number, a date of birth."""
AGREED_CONFIDENCE = 0.9
"""An explicit pattern whose object has the expected type, by the name finder or by a closed list of words."""
DATED_CONFIDENCE = 0.85
"""A pattern that requires a date, and has one: deadlines and plans."""
PATTERN_CONFIDENCE = 0.75
"""A pattern only."""
DROPPED_SUBJECT_CONFIDENCE = 0.65
"""A sentence without a written subject, as in chat: the speaker is assumed."""
ADDRESSEE_CONFIDENCE = 0.6
"""A statement about the addressee."""
INTRODUCED_CONFIDENCE = 0.5
"""A relation of persons after what may introduce another's words: it endorses no one (`cypher/trust/endorsed.part`)."""

# The objects of these come from closed lists, or are numbers.
_CLOSED_VALUE_PREDICATES = frozenset({"speaks", "diet", "age", "favourite"})
_LABEL_AS_OBJECT_TYPE = {"product": "tool", "project": "other", "other": "other"}


def rate_confidence(predicate: str, label: str, *, has_dropped_subject: bool) -> float:
    """Return the confidence of a statement that a pattern found.

    Args:
        predicate: of the statement.
        label: the name finder's label of the object; "" if it did not find the object.
        has_dropped_subject: whether the sentence has no written subject.
    """
    if has_dropped_subject:
        return DROPPED_SUBJECT_CONFIDENCE
    kind = PREDICATES[predicate].object_type
    return (
        AGREED_CONFIDENCE
        if predicate in _CLOSED_VALUE_PREDICATES or (label and _LABEL_AS_OBJECT_TYPE.get(label, label) == kind)
        else PATTERN_CONFIDENCE
    )
