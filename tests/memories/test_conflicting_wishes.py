"""Which preferences of similar meaning contradict each other."""

from __future__ import annotations

import pytest

from kg.memories.conflicting_wishes import are_conflicting


@pytest.mark.parametrize(
    ("one", "other", "conflict"),
    [
        ("Always use metric units in reports.", "Never use metric units in reports.", True),
        ("Use metric units in reports.", "Use imperial units in reports.", True),
        ("I prefer short answers with sources.", "I prefer long answers with sources.", True),
        ("Please don’t call me Annie.", "Call me Annie.", True),
        ("Always use metric units in reports.", "Never use imperial units in reports.", False),
        ("Use metric units.", "Please use metric units.", False),
        ("Use metric units.", "Use metric units in tables.", False),
        ("Answer in French.", "Cite your sources.", False),
        ("Call me Ann.", "Write to Bob.", False),
    ],
)
def test_conflicts_of_preferences(one: str, other: str, conflict: bool) -> None:
    assert are_conflicting(one, other) is conflict
    assert are_conflicting(other, one) is conflict
