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


@pytest.mark.slow
def test_an_impostor_where_an_owner_talks_replaces_nothing_before_they_are_familiar(
    connect: Callable[..., Memory],
) -> None:
    memory = connect(owner=OWNER)

    def say(account: str, name: str, day: float, text: str) -> None:
        memory.log([Event(text, speaker=account, speaker_name=name, session="cli:1", at=T0 + days(day - 40))])
        memory.digest()

    say(OWNER, "Olga", 0, "Good morning.")
    say("cli:n", "Nina", 1, "Hello everybody.")
    say(OWNER, "Olga", 2, "My sister Nina lives in Hamar. My sister Nina works at Acme.")
    say("cli:n", "Nina", 3, "I live in Lima now. I work at Globex.")
    found = {fact.object: fact.status for fact in memory.facts.list(status=None)}
    assert (found["Hamar"], found["Acme"]) == ("current", "current")
    assert (found["Lima"], found["Globex"]) == ("contested", "contested")
    memory.log(
        [
            Event(f"gm {place}", speaker="cli:n", speaker_name="Nina", session="cli:1", at=T0 - days(36 - place / 2))
            for place in range(70)
        ]
    )
    memory.digest()
    assert memory.trust.of("cli:n").tier == "familiar"
    memory.sleep.quick()
    assert {fact.object for fact in memory.facts.list() if fact.subject == "Nina"} >= {"Lima", "Globex"}
