"""Methods of Memory that write: log, add and digest."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from kg import Event, Memory
from kg.errors import InvalidInput
from kg.graph import Graph
from tests.support import T0, RecordingEmbedder


def test_what_is_added_is_digested_and_other_events_stay_pending(memory: Memory) -> None:
    memory.log([Event("The mill is old.", session="cli:1", at=T0)])
    [added] = memory.add("I live in Oslo.", speaker="cli:ann", session="cli:2")
    assert memory.queue()["pending"] == 1
    assert memory.get(added).status == "complete"  # type: ignore[union-attr]
    assert "Oslo" in str(memory.facts.list(status=None))
    assert memory.search("Where does ann live?")[0].sources == (added,)


def test_adding_takes_four_trips(memory: Memory) -> None:
    graph: Graph = memory.runtime.graph
    before = graph.trips
    memory.add("I moved to Oslo.", speaker="cli:ann")
    digest = memory.digest(only=["event-unknown"])
    assert digest.events == 0
    assert graph.trips - before <= 1, "digestion counts its own trips"


def test_the_names_of_earlier_messages_are_not_embedded_again(connect: Callable[..., Memory]) -> None:
    embedder = RecordingEmbedder()
    memory = connect(embedder=embedder)
    for text in ("I moved to Oslo.", "I work in Oslo now."):
        memory.add(text, speaker="cli:ann")
    assert embedder.texts.count("Oslo") == 1


def test_a_text_that_was_added_is_not_added_again(memory: Memory) -> None:
    assert memory.add("The quay is green.") == memory.add("The quay is green.")
    assert len(memory.history("default")) == 1


def test_a_refused_text_writes_nothing(memory: Memory) -> None:
    for wrong in ({"text": " "}, {"text": "x", "kind": "opinion"}, {"text": "x", "audience": "person"}):
        with pytest.raises(InvalidInput):
            memory.add(**wrong)
    assert memory.queue()["pending"] == 0
