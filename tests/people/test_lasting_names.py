"""Names in kept texts show the tier of those who are not trusted: by presence alone a person is familiar, but not trusted."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from kg import Event, Memory
from kg.people import name_people, name_speakers_of
from kg.protocols import FixedClock
from tests.support import T0, days, minutes

BO = ("cli:bo", "Bo", "user")


@pytest.fixture
def memory(connect: Callable[..., Memory], clock: FixedClock) -> Memory:
    """A memory in which Bo has been present for 20 days."""
    memory = connect(owner="cli:olga")
    times = [T0 - days(20) + minutes(720 * number) for number in range(36)]
    memory.log(
        [
            Event(f"Hello {n}.", speaker="cli:bo", speaker_name="Bo", session="cli:1", at=at)
            for n, at in enumerate(times)
        ]
    )
    memory.log([Event("Hello.", speaker="cli:olga", speaker_name="Olga", session="cli:1", at=T0)])
    memory.digest()
    return memory


def shown(memory: Memory) -> tuple[str | None, str | None]:
    person = memory.people.get("cli:bo").id
    names = name_people(memory.graph, memory.owners, memory.clock.now(), speakers=[BO], subjects=[person])
    return names.speakers[BO], names.subjects[person]


def test_a_familiar_person_has_a_tier_until_an_owner_endorses_them(memory: Memory) -> None:
    assert shown(memory) == ("Bo (familiar)", "Bo (familiar)")
    memory.trust.mark("cli:bo", True, by="cli:olga")
    assert shown(memory) == ("Bo", "Bo")


def test_an_owner_has_none(memory: Memory) -> None:
    events = [event for event in memory.history("cli:1", last=3) if event.speaker == "cli:olga"]
    named = name_speakers_of(memory.graph, memory.owners, events, memory.clock.now())
    assert [event.speaker_name for event in named] == ["Olga"]
