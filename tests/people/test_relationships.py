"""Relationships between two persons have a role for each side."""

from __future__ import annotations

import pytest

from kg.knowledge.predicates import PREDICATES
from kg.people.relationships import FROM_FACTS, RELATIONSHIP_PREDICATES, STATED, relationship_name, tie_source


@pytest.mark.parametrize(
    ("predicate", "other", "self"),
    [
        ("parent_of", "child", "parent"),
        ("child_of", "parent", "child"),
        ("reports_to", "manager", "report"),
        ("married_to", "spouse", "spouse"),
    ],
)
def test_the_role_is_that_of_the_other_person(predicate: str, other: str, self: str) -> None:
    tie = {"relationship": None, "predicate": predicate}
    assert relationship_name(tie, outward=True) == other
    assert relationship_name(tie, outward=False) == self
    assert tie_source(tie) == FROM_FACTS


def test_a_stated_relationship_is_the_same_from_both_sides() -> None:
    tie = {"relationship": "climbing partner", "predicate": None}
    assert {relationship_name(tie, outward=outward) for outward in (True, False)} == {"climbing partner"}
    assert tie_source(tie) == STATED


def test_all_predicates_are_known_and_have_roles() -> None:
    assert set(RELATIONSHIP_PREDICATES) <= set(PREDICATES)
    for predicate in RELATIONSHIP_PREDICATES:
        assert relationship_name({"relationship": None, "predicate": predicate}, outward=True).isalpha()
