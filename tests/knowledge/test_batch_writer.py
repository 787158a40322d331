"""A batch is written in one transaction: completely, once, or not at all."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from kg import Event, Memory
from kg.graph import GraphTransaction
from kg.knowledge import ExtractedEvent, LeaseLost, Speaker, VectorCache, write_batch
from kg.knowledge.batch_writer import load_facts
from kg.language.hashing_embedder import HashingEmbedder
from tests.knowledge.builders import make_statement
from tests.support import T0

Look = Callable[..., list[Any]]


@pytest.fixture
def memory(plain: Memory) -> Memory:
    """A memory with the events e1 and e2, of which nothing is extracted."""
    plain.log([Event(f"This is event number {number}.", id=f"e{number}", session="cli:1", at=T0) for number in (1, 2)])
    plain.digest()
    return plain


def extracted(event: str, *objects: str, **more: Any) -> ExtractedEvent:
    statements = tuple(make_statement("Tom Berg", "works_at", each) for each in objects)
    return ExtractedEvent(event, T0, event, "cli:1", "shared", statements=statements, **more)


def write(memory: Memory, *events: ExtractedEvent, **more: Any) -> Any:
    return write_batch(memory.graph, events, vectors=VectorCache(HashingEmbedder()), now=T0, **more)


def test_a_repeated_batch_writes_nothing_new(memory: Memory) -> None:
    first = write(memory, extracted("e1", "Acme"), extracted("e2", "Acme", "Tom Berg"))
    assert (first.entities, len(first.facts)) == (2, 1)
    assert first.facts_by_event == {"e1": list(first.facts), "e2": list(first.facts)}
    [fact] = memory.facts.list()
    assert (fact.id, set(fact.sources)) == (first.facts[0], {"e1", "e2"})
    again = write(memory, extracted("e1", "Acme"), extracted("e2", "Acme", "Tom Berg"))
    assert (again.entities, again.facts, again.facts_by_event) == (0, (), first.facts_by_event)
    assert memory.facts.list() == [fact]


def test_nothing_is_written_if_a_speaker_was_erased(memory: Memory, look: Look) -> None:
    gone = Speaker("person-gone", "Gone", "cli:gone")
    with pytest.raises(LeaseLost) as caught:
        write(memory, extracted("e1", "Acme"), extracted("e2", "Acme", speaker=gone))
    assert caught.value.events == {"e2"}
    assert look("MATCH (n:Entity|Fact {scope: $scope}) RETURN n") == []


def test_facts_are_loaded_by_slot(memory: Memory) -> None:
    write(memory, extracted("e1", "Acme"))
    [fact] = memory.facts.list()

    def load(subject: str, *predicates: str) -> list[str]:
        def work(turn: GraphTransaction) -> list[str]:
            return [row["id"] for row in load_facts(turn, {subject: predicates}, T0)]

        return memory.graph.transact(work)

    assert load(fact.subject_id, "works_at", "likes") == [fact.id]
    assert load(fact.subject_id, "likes") == []
    assert load("person-other", "works_at") == []
