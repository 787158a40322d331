"""The closed list of predicates, and how each behaves."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Predicate:
    """One kind of statement.

    Attributes:
        name: how it is written.
        relation: professional, financial, social, technical or other.
        fact: relation, attribute, preference, state or event.
        single: whether a subject has one object at a time, so that a new one replaces it.
        symmetric: whether subject and object may be exchanged.
        inverse: the predicate that says the same with both exchanged.
    """

    name: str
    relation: str
    fact: str
    single: bool = False
    symmetric: bool = False
    inverse: str | None = None


_ROWS = (
    Predicate("works_at", "professional", "relation", single=True),
    Predicate("role", "professional", "attribute", single=True),
    Predicate("lives_in", "other", "state", single=True),
    Predicate("moved_to", "other", "event"),
    Predicate("from", "other", "attribute"),
    Predicate("born_on", "other", "attribute", single=True),
    Predicate("age", "other", "attribute", single=True),
    Predicate("studies_at", "professional", "relation"),
    Predicate("studied", "professional", "attribute"),
    Predicate("speaks", "other", "attribute"),
    Predicate("likes", "other", "preference"),
    Predicate("dislikes", "other", "preference"),
    Predicate("prefers", "other", "preference"),
    Predicate("favourite", "other", "preference"),
    Predicate("uses", "technical", "relation"),
    Predicate("owns", "financial", "relation"),
    Predicate("has_pet", "social", "relation"),
    Predicate("married_to", "social", "relation", single=True, symmetric=True),
    Predicate("partner_of", "social", "relation", symmetric=True),
    Predicate("parent_of", "social", "relation", inverse="child_of"),
    Predicate("child_of", "social", "relation", inverse="parent_of"),
    Predicate("sibling_of", "social", "relation", symmetric=True),
    Predicate("friend_of", "social", "relation", symmetric=True),
    Predicate("colleague_of", "professional", "relation", symmetric=True),
    Predicate("reports_to", "professional", "relation"),
    Predicate("knows", "social", "relation", symmetric=True),
    Predicate("member_of", "social", "relation"),
    Predicate("founded", "professional", "event"),
    Predicate("allergic_to", "other", "attribute"),
    Predicate("diet", "other", "preference"),
    Predicate("plans", "other", "state"),
    Predicate("located_in", "technical", "state"),
    Predicate("deadline", "professional", "attribute", single=True),
    Predicate("email", "other", "attribute"),
    Predicate("phone", "other", "attribute"),
    Predicate("name_is", "other", "attribute", single=True),
)
PREDICATES = {row.name: row for row in _ROWS}
"""All predicates by name."""
