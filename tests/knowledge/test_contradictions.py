"""Contradictions: both sides with who says them, and the decision."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from kg import Event, Memory
from kg.errors import InvalidInput, NotFound, Refused
from kg.types import Contradiction
from tests.support import T0, days

Connect = Callable[..., Memory]


@pytest.fixture
def memory(connect: Connect) -> Memory:
    """A memory with an owner: without one, everyone is believed, and the newest statement holds."""
    return connect(owner="cli:ann")


@pytest.fixture
def contested(memory: Memory) -> Contradiction:
    """Bob says that he lives in Rome, and a stranger that he lives in Porto."""
    for who, text, ago in (
        ("bob", "I live in Rome.", 3),
        ("bob", "I live in Rome.", 2),
        ("cleo", "Bob lives in Porto.", 1),
    ):
        memory.log([Event(text, speaker=f"cli:{who}", speaker_name=who.title(), session="cli:1", at=T0 - days(ago))])
    memory.digest()
    [found] = memory.facts.contradictions()
    return found


def test_both_sides_say_who_said_what_and_when(contested: Contradiction) -> None:
    porto, rome = contested.fact, contested.other
    assert (porto.text, porto.status, porto.statements) == ("Bob lives in Porto.", "contested", 1)
    assert (rome.text, rome.status, rome.statements) == ("Bob lives in Rome.", "current", 2)
    [said] = porto.evidence
    assert (said.text, said.speaker, said.speaker_name, said.at) == (
        "Bob lives in Porto.", "cli:cleo", "Cleo", T0 - days(1),
    )  # fmt: skip
    assert said.tier == "stranger"
    assert [one.at for one in rome.evidence] == [T0 - days(3), T0 - days(2)]


@pytest.mark.parametrize("kept", ["fact", "other"])
def test_the_side_that_is_kept_is_believed(memory: Memory, contested: Contradiction, kept: str) -> None:
    dropped = "other" if kept == "fact" else "fact"
    keep, drop = getattr(contested, kept), getattr(contested, dropped)
    fact = memory.facts.keep(keep.id, [drop.id])
    assert (fact.id, fact.status) == (keep.id, "current")
    assert memory.facts.get(drop.id).status == "retracted"
    assert memory.facts.contradictions() == []
    assert [one.text for one in memory.facts.list(subject="Bob", predicate="lives_in")] == [keep.text]


def test_a_private_fact_that_is_kept_stays_private(memory: Memory) -> None:
    one = memory.facts.add("Bob", "lives_in", "Porto", speaker="cli:cleo", audience="person")
    other = memory.facts.add("Bob", "lives_in", "Rome")
    assert memory.facts.keep(one.id, [other.id]).audience == memory.facts.get(one.id).audience != "shared"


def test_an_invalid_decision_changes_nothing(memory: Memory, contested: Contradiction) -> None:
    fact, other = contested.fact.id, contested.other.id
    with pytest.raises(InvalidInput, match="over"):
        memory.facts.keep(fact, [])
    with pytest.raises(InvalidInput, match="over"):
        memory.facts.keep(fact, [other, fact])
    with pytest.raises(NotFound):
        memory.facts.keep(fact, [other, "fact-none"])
    with pytest.raises(NotFound):
        memory.facts.keep("fact-none", [other])
    assert memory.facts.contradictions() == [contested]


def test_a_stranger_does_not_decide(connect: Connect) -> None:
    memory = connect(owner="cli:olga")
    memory.facts.add("Rob", "lives_in", "Rome", speaker="cli:olga")
    memory.facts.add("Rob", "lives_in", "Porto", speaker="cli:eve")
    facts = {fact.object: fact.id for fact in memory.facts.list(subject="Rob", status=None)}
    with pytest.raises(Refused, match="may not correct what cli:olga said"):
        memory.facts.keep(facts["Porto"], [facts["Rome"]], by="cli:eve")
    assert [fact.object for fact in memory.facts.list(subject="Rob")] == ["Rome"]
