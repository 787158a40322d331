"""Retention of old and excess events, and resets."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from kg import Event, Memory, Settings
from kg.errors import InvalidInput
from tests.erasure.messages import TALK, say
from tests.support import T0, days
from tests.transfer.graphs import Look, find_words


@pytest.mark.slow
def test_old_events_are_erased(memory: Memory, look: Look) -> None:
    memory.log(
        [
            Event("It rained all day long here.", id="chatter", speaker="cli:bob", session="cli:1", at=T0 - days(400)),
            Event("I live in Oslo.", id="fact", speaker="cli:bob", session="cli:1", at=T0 - days(400)),
            Event("Rosa Quill came by at noon.", id="named", speaker="cli:bob", session="cli:1", at=T0 - days(1200)),
            Event("I work at Acme.", id="older", speaker="cli:bob", session="cli:1", at=T0 - days(1200)),
            Event("It rained again the whole day.", id="new", speaker="cli:bob", session="cli:1", at=T0 - days(3)),
        ]
    )
    memory.digest()
    assert memory.retain(dry_run=True).removed["event"] == 2
    before = memory.trust.of("cli:bob")
    assert memory.retain().removed["event"] == 2
    assert [event.id for event in memory.history("cli:1")] == ["named", "fact", "new"]
    assert memory.trust.of("cli:bob") == before
    assert memory.retain().removed == {}


def test_excess_events_are_erased(connect: Callable[..., Memory], settings: Settings) -> None:
    memory = connect(settings=settings.model_copy(update={"retention_events": 3}), owner="cli:owner")
    memory.log([Event("Kept for good by its owner.", id="own", speaker="cli:owner", session="cli:1", at=T0 - days(9))])
    memory.log(
        [
            Event(f"The rain of day {place} was cold.", id=f"e{place}", session="cli:1", at=T0 - days(8 - place))
            for place in range(6)
        ]
    )
    memory.digest()
    memory.retain()
    assert [event.id for event in memory.history("cli:1")] == ["own", "e3", "e4", "e5"]


@pytest.mark.slow
def test_a_reset_of_memory_keeps_facts(memory: Memory, look: Look) -> None:
    say(memory, *TALK)
    memory.core.add("A helpful assistant called Kit.", "identity")
    memory.core.add("Now planning the garden.", "context")
    memory.longterm.add("Seeds were ordered.")
    memory.diary.add("A day in the garden.")
    receipt = memory.reset(memory=True)
    assert (receipt.removed["event"], receipt.removed["session"], receipt.removed["diary"]) == (4, 1, 1)
    assert memory.history("cli:1") == []
    assert {fact.object for fact in memory.facts.list(subject="Bob", predicate="works_at")} == {"Acme"}
    assert "Kit" in memory.core.render()
    assert "garden" not in memory.core.render()
    assert memory.people.get("cli:ann").name.casefold() == "ann"
    memory.reset(identity=True)
    assert "Kit" not in memory.core.render()
    # What the messages stated is kept as facts.
    assert {place.split(":")[0] for place in find_words(look, memory.scope, "zanzibar")} == {"Fact"}
    memory.reset(everything=True)
    assert memory.facts.list() == []
    assert find_words(look, memory.scope, "zanzibar") == []


@pytest.mark.parametrize("given", [{}, {"memory": True, "identity": True}, {"memory": False}])
def test_a_reset_takes_exactly_one_target(memory: Memory, given: dict[str, bool]) -> None:
    with pytest.raises(InvalidInput):
        memory.reset(**given)
