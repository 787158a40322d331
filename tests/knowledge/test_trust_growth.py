"""What a newcomer says of themselves and their ties is accepted once an owner endorses them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from kg import Event, Memory
from tests.support import T0, days, minutes

OWNER = "cli:olga"
Look = Callable[..., list[Any]]


@pytest.fixture
def house(connect: Callable[..., Memory]) -> Memory:
    memory = connect(owner=OWNER)
    talk = [
        (OWNER, "Olga", "Good morning."),
        ("cli:ann", "Ann", "Hello everybody."),
        ("cli:bo", "Bo", "Ann is my sister."),
        ("cli:bo", "Bo", "Ann lives in Lima."),
    ]
    for place, (account, name, text) in enumerate(talk):
        at = T0 - days(1) + minutes(place)
        memory.log([Event(text, speaker=account, speaker_name=name, session="cli:1", at=at)])
    memory.digest()
    return memory


def statuses(memory: Memory) -> dict[str, str]:
    found = {}
    for status in ("current", "claimed", "contested"):
        found |= {fact.predicate: status for fact in memory.facts.list(status=status)}
    return found


def test_the_tie_of_a_newcomer_is_known_after_their_endorsement(house: Memory) -> None:
    assert statuses(house)["sibling_of"] == "claimed"
    assert house.facts.adjudicate_own_claims() == 0
    house.trust.mark("cli:bo", True, reason="an old friend", by=OWNER)
    report = house.sleep.quick()
    assert report.steps["contradictions"].counts["raised"] == 1
    assert statuses(house) == {"sibling_of": "current", "lives_in": "claimed"}
    assert house.facts.adjudicate_own_claims() == 0


def test_the_mark_of_a_stranger_endorses_nobody(house: Memory) -> None:
    house.trust.mark("cli:bo", True, by="cli:ann")
    assert house.facts.adjudicate_own_claims() == 0
    assert statuses(house)["sibling_of"] == "claimed"
