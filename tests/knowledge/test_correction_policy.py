"""Who may correct a fact: a correction requires as much trust as trusted evidence."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from kg import Event, Memory
from kg.errors import InvalidInput, NotFound, Refused
from kg.protocols import FixedClock
from tests.support import days

Connect = Callable[..., Memory]


@pytest.mark.slow
def test_only_trusted_people_correct_facts_of_others(connect: Connect, clock: FixedClock) -> None:
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
        with pytest.raises(Refused, match="may not correct what cli:olga said"):
            memory.facts.correct(fact.id, object="Siberia", by=by)
        with pytest.raises(Refused, match="may not correct what cli:olga said"):
            memory.facts.retract(fact.id, reason="a lie", by=by)
    with pytest.raises(Refused, match="may not correct what cli:olga said"):
        memory.facts.correct(fact.id, object="Turin", by="cli:ann")
    claim = memory.facts.add("Tom", "lives_in", "Siberia", speaker="cli:eve")
    with pytest.raises(Refused, match="not trusted enough"):
        memory.facts.correct(claim.id, object="Rome", by="cli:nobody")
    own = memory.facts.add(memory.people.get("cli:eve").id, "lives_in", "Bonn", speaker="cli:eve")
    with pytest.raises(Refused, match="may not correct what cli:eve said"):
        memory.facts.correct(own.id, object="Rome", by="cli:ann")
    assert [fact_.object for fact_ in memory.facts.list(subject="Rob")] == ["Rome"]
    clock.forward(days(1))
    corrected = memory.facts.correct(claim.id, object="Turin", by="cli:ann")
    assert (corrected.status, corrected.object, corrected.asserted_by) == ("current", "Turin", "cli:ann")
    assert memory.facts.retract(corrected.id, reason="a joke", by="cli:olga").status == "retracted"


def test_people_may_retract_their_own_statements(connect: Connect) -> None:
    memory = connect(owner="cli:olga")
    claim = memory.facts.add("Rob", "lives_in", "Siberia", speaker="cli:eve")
    assert claim.status == "claimed"
    with pytest.raises(Refused):
        memory.facts.retract(claim.id, reason="a lie", by="cli:mal")
    assert memory.facts.retract(claim.id, reason="I was wrong", by="cli:eve").status == "retracted"


def test_without_an_owner_anyone_may_correct(connect: Connect) -> None:
    memory = connect()
    fact = memory.facts.add("Rob", "lives_in", "Rome", speaker="cli:ann")
    assert memory.facts.correct(fact.id, object="Turin", by="cli:eve").object == "Turin"


def test_an_invalid_account_or_fact_is_refused(connect: Connect) -> None:
    memory = connect(owner="cli:olga")
    with pytest.raises(InvalidInput, match="by"):
        memory.facts.retract("fact-none", reason="x", by=" ")
    with pytest.raises(NotFound):
        memory.facts.retract("fact-none", reason="x", by="cli:eve")


def test_an_owner_without_messages_counts_as_an_owner(connect: Connect) -> None:
    memory = connect(owner="cli:olga")
    memory.log([Event("I live in Rome.", speaker="cli:eve", session="cli:1")])
    memory.log([Event("Rob lives in Siberia.", speaker="cli:eve", session="cli:1")])
    memory.digest()
    assert [fact.status for fact in memory.facts.list(subject="Rob", status="claimed")] == ["claimed"]
    assert memory.facts.list(subject="Rob") == []
