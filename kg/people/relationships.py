"""What two persons are to each other, as it was stated, or as facts between them tell it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

# What a fact's object is to its subject, and the other way round. Predicates that say this of two persons, and no others.
_ROLES = {
    "child_of": ("parent", "child"),
    "colleague_of": ("colleague", "colleague"),
    "friend_of": ("friend", "friend"),
    "knows": ("acquaintance", "acquaintance"),
    "married_to": ("spouse", "spouse"),
    "parent_of": ("child", "parent"),
    "partner_of": ("partner", "partner"),
    "reports_to": ("manager", "report"),
    "sibling_of": ("sibling", "sibling"),
}
PREDICATES = tuple(_ROLES)
"""Predicates of facts that are a tie between two persons."""
STATED, FOUND = "stated", "facts"
"""Where a tie comes from: somebody connected the two, or facts say so."""


def relationship(tie: Mapping[str, Any], *, outward: bool) -> str:
    """What the other is to a person, in a word.

    Args:
        tie: {relationship} of a stated one, {predicate} of one that facts tell.
        outward: whether it leads from the person to the other.
    """
    if tie["relationship"] is not None:
        return str(tie["relationship"])
    there, back = _ROLES[tie["predicate"]]
    return there if outward else back


def source(tie: Mapping[str, Any]) -> str:
    """Where it comes from: stated, or facts."""
    return FOUND if tie["relationship"] is None else STATED
