"""How sure a statement is: the one scale that all rules use, from 0 to 1."""

from __future__ import annotations

from kg.knowledge.predicates import PREDICATES

FORM = 0.95
"""Told by its form: an address, a telephone number, a date of birth."""
AGREED = 0.9
"""An explicit pattern, and the recogniser of names or a closed list of words agrees on what the object is."""
DATED = 0.85
"""A pattern with a date that it needs: deadlines and plans."""
PATTERN = 0.75
"""A pattern only."""
DROPPED = 0.65
"""Nobody is written as the subject, as in chat: the speaker is meant."""
TOLD = 0.6
"""Said to somebody about themselves."""

# Their objects come from closed lists, or are numbers.
_CLOSED = frozenset({"speaks", "diet", "age", "favourite"})
_SAME = {"product": "tool", "project": "other", "other": "other"}


def sureness(predicate: str, label: str, *, dropped: bool) -> float:
    """How sure a pattern's statement is.

    Args:
        predicate: what is stated.
        label: what the recogniser calls the object; "" where it has not found it.
        dropped: whether no subject is written.
    """
    if dropped:
        return DROPPED
    kind = PREDICATES[predicate].object
    return AGREED if predicate in _CLOSED or (label and _SAME.get(label, label) == kind) else PATTERN
