"""A quarantine excludes what a person asserted, and restoring it brings all of it back."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from kg import Event, Memory
from kg.errors import NotFound, Refused
from kg.protocols import FixedClock
from tests.support import T0, days, minutes


@pytest.fixture
def memory(connect: Callable[..., Memory]) -> Memory:
    """A memory with the owner Ann, in which Ann and Eve say where they live; Eve says it twice."""
    memory = connect(owner="cli:ann")
    memory.log(
        [
            Event("I live in Oslo.", id="ann", speaker="cli:ann", session="cli:1", at=T0 - days(3)),
            Event("I live in Ghent.", id="eve1", speaker="cli:eve", session="cli:1", at=T0 - days(2)),
            Event("I live in Lyon.", id="eve2", speaker="cli:eve", session="cli:1", at=T0 - days(1)),
        ]
    )
    memory.digest()
    return memory


def residences(memory: Memory, status: str = "current") -> list[str]:
    return sorted(fact.object for fact in memory.facts.list(predicate="lives_in", status=status))


@pytest.mark.slow
def test_what_a_person_asserted_is_excluded_until_it_is_restored(memory: Memory) -> None:
    assert residences(memory) == ["Lyon", "Oslo"]
    receipt = memory.trust.distrust("cli:eve", reason="a liar")
    assert receipt.removed == {"event": 2}
    assert (residences(memory), residences(memory, "quarantined")) == (["Oslo"], ["Ghent", "Lyon"])
    assert {hit.id for hit in memory.search("Who lives in Lyon or Ghent?")} & {"eve1", "eve2"} == set()
    restored = memory.trust.restore(receipt)
    assert restored.kept == {"event": 2}
    assert (residences(memory), residences(memory, "quarantined")) == (["Lyon", "Oslo"], [])
    with pytest.raises(NotFound, match=receipt.id):
        memory.trust.restore(receipt.id)


def test_only_later_assertions_are_excluded(memory: Memory) -> None:
    memory.trust.distrust("cli:eve", since=T0 - days(1))
    assert residences(memory, "quarantined") == ["Lyon"]
    assert residences(memory) == ["Ghent", "Oslo"], "what these had superseded holds again"


def test_later_messages_are_excluded_too(memory: Memory, clock: FixedClock) -> None:
    memory.trust.distrust("cli:eve", since=T0)
    clock.forward(minutes(5))
    memory.log([Event("I live in Bergen.", speaker="cli:eve", session="cli:1")])
    memory.digest()
    assert residences(memory, "quarantined") == ["Bergen"]
    assert residences(memory) == ["Lyon", "Oslo"]


def test_the_assertions_of_owners_cannot_be_quarantined(memory: Memory) -> None:
    with pytest.raises(Refused, match="owner"):
        memory.trust.distrust("cli:ann")
    with pytest.raises(NotFound):
        memory.trust.distrust("cli:zoe")
