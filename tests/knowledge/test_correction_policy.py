"""Whose corrections are taken: a correction supersedes what it meets, so it needs as much trust as a fact's own word."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from kg import Event, Memory
from kg.errors import InvalidInput, NotFound, Refused
from kg.protocols import FixedClock
from tests.support import days

Connect = Callable[..., Memory]


def test_only_whose_word_counts_corrects_what_others_said(connect: Connect, clock: FixedClock) -> None:
    memory = connect(owner="cli:olga", clock=clock)
    start = clock.now()
    clock.forward(days(90))
    memory.log(
        [
            Event("Hm.", speaker="cli:ann", session="cli:1", at=start.replace(hour=hour) + days(day))
            for day in range(90)
            for hour in (8, 13, 20)
        ]
    )
    memory.log([Event("Hello.", speaker="cli:eve", session="cli:1", at=clock.now())])
    memory.digest()
    assert memory.trust.of("cli:ann").tier in {"familiar", "trusted"}
    fact = memory.facts.add("Rob", "lives_in", "Rome", speaker="cli:olga")
    for by in ("cli:eve", "cli:nobody"):
        with pytest.raises(Refused, match="not trusted so far"):
            memory.facts.correct(fact.id, object="Siberia", by=by)
        with pytest.raises(Refused, match="not trusted so far"):
            memory.facts.retract(fact.id, reason="a lie", by=by)
    assert [one.object for one in memory.facts.list(subject="Rob")] == ["Rome"]
    clock.forward(days(1))
    right = memory.facts.correct(fact.id, object="Turin", by="cli:ann")
    assert (right.status, right.object, right.asserted_by) == ("current", "Turin", "cli:ann")
    assert memory.facts.retract(right.id, reason="a joke", by="cli:olga").status == "retracted"


def test_everybody_takes_back_their_own_word(connect: Connect) -> None:
    memory = connect(owner="cli:olga")
    claim = memory.facts.add("Rob", "lives_in", "Siberia", speaker="cli:eve")
    assert claim.status == "claimed"
    with pytest.raises(Refused):
        memory.facts.retract(claim.id, reason="a lie", by="cli:mal")
    assert memory.facts.retract(claim.id, reason="I was wrong", by="cli:eve").status == "retracted"


def test_where_nobody_owns_a_memory_everybody_corrects(connect: Connect) -> None:
    memory = connect()
    fact = memory.facts.add("Rob", "lives_in", "Rome", speaker="cli:ann")
    assert memory.facts.correct(fact.id, object="Turin", by="cli:eve").object == "Turin"


def test_who_corrects_is_an_account_and_what_is_corrected_a_fact(connect: Connect) -> None:
    memory = connect(owner="cli:olga")
    with pytest.raises(InvalidInput, match="by"):
        memory.facts.retract("fact-none", reason="x", by=" ")
    with pytest.raises(NotFound):
        memory.facts.retract("fact-none", reason="x", by="cli:eve")


def test_an_owner_who_never_said_anything_is_one(connect: Connect) -> None:
    memory = connect(owner="cli:olga")
    memory.log([Event("I live in Rome.", speaker="cli:eve", session="cli:1")])
    memory.log([Event("Rob lives in Siberia.", speaker="cli:eve", session="cli:1")])
    memory.digest()
    assert [fact.status for fact in memory.facts.list(subject="Rob", status="claimed")] == ["claimed"]
    assert memory.facts.list(subject="Rob") == []
