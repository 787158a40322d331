"""Relationships between two persons, stated or derived from facts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

# Predicate → (role of the object, role of the subject). Only predicates that relate two persons.
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
RELATIONSHIP_PREDICATES = tuple(_ROLES)
"""Predicates of facts that are a tie between two persons."""
STATED, FROM_FACTS = "stated", "facts"
"""Sources of a tie: stated through the API, or derived from facts."""


def relationship_name(tie: Mapping[str, Any], *, outward: bool) -> str:
    """Return the role of the other person in a tie, in a word.

    Args:
        tie: {relationship} of a stated tie, {predicate} of one derived from a fact.
        outward: whether the tie leads from the person to the other.
    """
    if tie["relationship"] is not None:
        return str(tie["relationship"])
    object_role, subject_role = _ROLES[tie["predicate"]]
    return object_role if outward else subject_role


def tie_source(tie: Mapping[str, Any]) -> str:
    """Return the source of a tie: stated, or facts."""
    return FROM_FACTS if tie["relationship"] is None else STATED
