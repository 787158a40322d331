"""Reflections on facts about one subject: sources, audiences and idempotence."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from typing import Any

import pytest

from kg import Event, Memory
from kg.errors import InvalidInput, NotFound
from kg.protocols import FixedClock
from kg.types import Fact
from tests.support import T0


def test_a_reflection_is_stored_with_its_sources(memory: Memory, look: Callable[..., list[Any]]) -> None:
    one = memory.facts.add("Ann", "likes", "chess", at=T0)
    other = memory.facts.add("Ann", "works_at", "Acme", at=T0)
    kept = memory.reflections.add("Ann is busy.", [one.id, other.id], about=["Ann"])
    assert memory.reflections.add("Ann is busy.", [one.id, other.id], about=["Ann"]) == kept
    [read] = memory.reflections.list(about="Ann")
    assert (read.id, set(read.sources), read.about) == (kept.id, {one.id, other.id}, (one.subject_id,))
    assert memory.reflections.list(about="Acme") == memory.reflections.list(about="nobody") == []
    edges = "MATCH (r:Reflection {scope: $scope})-[e]->(n) RETURN type(e) AS type, n.kind AS kind"
    assert sorted(tuple(row) for row in look(edges)) == [
        ("ABOUT", "person"),
        ("RESTS_ON", "fact"),
        ("RESTS_ON", "fact"),
    ]


def test_missing_or_unknown_sources_are_rejected(memory: Memory, look: Callable[..., list[Any]]) -> None:
    one = memory.facts.add("Ann", "likes", "chess", at=T0)
    for call in (
        lambda: memory.reflections.add("Ann is busy.", []),
        lambda: memory.reflections.add("Ann is busy.", one.id),
        lambda: memory.reflections.add(" ", [one.id]),
        lambda: memory.reflections.add("x" * 3_000, [one.id]),
        lambda: memory.reflections.list(limit=0),
    ):
        with pytest.raises(InvalidInput):
            call()  # type: ignore[no-untyped-call]
    with pytest.raises(NotFound, match="fact-none"):
        memory.reflections.add("Ann is busy.", [one.id, "fact-none"])
    with pytest.raises(NotFound, match="nobody"):
        memory.reflections.add("Ann is busy.", [one.id], about=["nobody"])
    assert look("MATCH (n:Kept {scope: $scope}) RETURN n") == []


def test_the_narrowest_audience_applies_and_two_private_ones_are_rejected(memory: Memory) -> None:
    memory.log(
        [
            Event("A secret.", id="ann", speaker="cli:ann", session="cli:1", at=T0, audience="session"),
            Event("Known to all.", id="all", speaker="cli:ann", session="cli:2", at=T0),
            Event("Another secret.", id="bob", speaker="cli:bob", session="cli:2", at=T0, audience="person"),
        ]
    )
    kept = memory.reflections.add("Ann has secrets.", ["ann", "all"])
    assert kept.audience == "session:cli:1"
    assert memory.reflections.list(audiences=["shared"]) == []
    with pytest.raises(InvalidInput, match="sources"):
        memory.reflections.add("Both have secrets.", ["ann", "bob"])


def test_drawing_is_idempotent_and_supersedes_older_reflections(memory: Memory, clock: FixedClock) -> None:
    def paint(thing: str) -> list[Fact]:
        memory.facts.add("Ann", "likes", f"the boat of {thing}", at=clock.now())
        clock.forward(dt.timedelta(days=1))
        return memory.facts.list(limit=20)

    assert [memory.reflections.draw(paint(thing)) for thing in ("oak", "iron")] == [[], []]
    [first] = memory.reflections.draw(paint("ash"))
    assert first.text.startswith("Ann, boat (on 3 days, 2026-03-02 to 2026-03-04): ")
    assert len(first.sources) == 3
    assert memory.reflections.draw(memory.facts.list(limit=20)) == []
    by_hand = memory.reflections.add("Ann is busy.", first.sources, about=["Ann"])
    [second] = memory.reflections.draw(paint("steel"))
    assert {each.id for each in memory.reflections.list()} == {second.id, by_hand.id}, "what was added by hand stays"
    assert len(second.sources) == 4
