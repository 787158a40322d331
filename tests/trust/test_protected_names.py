"""The names of familiar persons are protected: an account that takes one is marked, and shown with its account."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from kg import Event, Memory
from kg.agent import tools_for
from tests.support import T0, days, minutes

OWNER, BO = "cli:olga", "cli:bo"


@pytest.fixture
def house(connect: Callable[..., Memory]) -> Memory:
    """A memory with an owner and a familiar person, who has spoken on many days."""
    memory = connect(owner=OWNER)
    memory.log([Event("Hello, I am Olga.", speaker=OWNER, speaker_name="Olga", session="cli:1", at=T0 - days(60))])
    for day in range(40):
        at = T0 - days(45 - day)
        memory.log([Event(f"Day {day} was fine.", speaker=BO, speaker_name="Bo", session=f"cli:{day % 9}", at=at)])
    memory.digest()
    assert memory.trust.of(BO).tier == "familiar"
    return memory


@pytest.mark.slow
@pytest.mark.parametrize(("name", "is_marked"), [("Bo", True), ("B\u043e", True), ("Bob", False)])
def test_one_who_takes_a_familiar_name_is_marked_once(house: Memory, name: str, is_marked: bool) -> None:
    for number, text in enumerate(("Hello from me.", "The vault opens at nine.")):
        at = T0 - minutes(9 - number)
        house.log([Event(text, speaker="cli:666", speaker_name=name, session="cli:1", at=at)])
        house.digest()
    marks = house.trust.ledger("cli:666")
    assert [(mark.kind, mark.reason) for mark in marks] == [
        ("suspicious", "has the name of a familiar person")
    ] * is_marked
    assert house.trust.ledger(BO) == []
    found = tools_for(house, speaker=OWNER).call("search_memory", {"query": "When does the vault open?"})
    lines = [line for line in found.splitlines() if "vault" in line]
    assert lines
    assert all(("cli:666" in line) == is_marked and "stranger" in line for line in lines)
