"""Memories are searched as events are: by kind, inside both indexes, for readers who may see them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from kg import Memory
from kg.errors import InvalidInput
from kg.graph.catalogue import MEMORY_LABELS
from kg.retrieval import SEARCH_KINDS
from kg.types import StoredMemory
from tests.memories.stores import one_of_each
from tests.support import FailingEmbedder

Keeping = tuple[Memory, dict[str, tuple[str, StoredMemory]]]


@pytest.fixture(scope="module")
def keeping(seed_memory: Callable[..., Memory]) -> Keeping:
    """A memory with one thing in every tier, and those things by kind."""
    memory = seed_memory()
    return memory, one_of_each(memory)


def test_every_memory_store_has_its_own_kind(keeping: Keeping, connect: Callable[..., Memory]) -> None:
    memory, kept = keeping
    assert set(MEMORY_LABELS) <= set(SEARCH_KINDS)
    by_words = connect(memory.scope, embedder=FailingEmbedder(RuntimeError("no vectors")))
    for kind, (name, _) in kept.items():
        hits = memory.search("kiln", kinds=[kind]).hits
        assert name in {hit.id for hit in hits}, kind
        assert {hit.kind for hit in hits} == {kind}
        assert name in {hit.id for hit in by_words.search("kiln", kinds=[kind])}, kind


def test_hits_have_their_source_events(keeping: Keeping) -> None:
    memory, kept = keeping
    hits = {hit.id: hit for hit in memory.search("kiln", kinds=list(MEMORY_LABELS), limit=50)}
    assert hits[kept["longterm"][0]].sources == ("e1",)
    assert hits[kept["diary"][0]].sources == ("e2",)
    assert hits[kept["episode"][0]].sources == ("e3",)
    assert hits[kept["core"][0]].sources == ()
    assert set(hits[kept["summary"][0]].sources) <= {f"e{place}" for place in range(12)}
    assert hits[kept["summary"][0]].sources


def test_a_memory_based_on_facts_has_their_source_events(memory: Memory) -> None:
    memory.log([{"text": "My sister Eva works at Acme.", "id": "said", "session": "cli:1", "speaker": "cli:ann"}])
    memory.digest()
    facts = [fact.id for fact in memory.facts.list(status=None)]
    assert facts
    memory.reflections.add("Eva is settled.", facts)
    [hit] = memory.search("Is Eva settled?", kinds=["reflection"])
    assert hit.sources == ("said",)


@pytest.mark.slow
def test_a_default_search_returns_notes_but_no_other_memories(memory: Memory) -> None:
    kept = one_of_each(memory)
    found = {hit.kind for hit in memory.search("kiln", limit=100)}
    assert found - {"fact"} == {"event", "longterm"}
    entry = kept["core"][0]
    memory.core.delete(entry)
    assert entry in {hit.id for hit in memory.search("kiln", limit=100)}


def test_a_session_filter_applies_to_memories(keeping: Keeping) -> None:
    memory, kept = keeping
    hits = memory.search("kiln", kinds=list(MEMORY_LABELS), session="cli:1", limit=50)
    assert {hit.kind for hit in hits} == {"working", "episode", "summary"}
    assert kept["summary"][0] in {hit.id for hit in hits}
    assert not memory.search("kiln", kinds=list(MEMORY_LABELS), session="cli:other").hits
    assert not memory.search("kiln", kinds=list(MEMORY_LABELS), speaker="cli:ann").hits


@pytest.mark.slow
def test_search_respects_audiences(memory: Memory) -> None:
    name, _ = one_of_each(memory)["working"]
    ours = memory.longterm.add("The kiln is insured.", audience="session:cli:1").id
    assert ours in {hit.id for hit in memory.search("kiln", kinds=["longterm"])}
    assert ours not in {hit.id for hit in memory.search("kiln", kinds=["longterm"], asker="cli:bob")}
    assert name in {hit.id for hit in memory.search("kiln", kinds=["working"])}
    assert not memory.search("kiln", kinds=["working"], asker="cli:bob").hits


def test_a_context_labels_a_note_as_noted(memory: Memory) -> None:
    note = memory.longterm.add("The kiln came from Delft.")
    context = memory.context("Where is the kiln from?", speaker="cli:ann")
    assert note.id in context.citations.values()
    assert "noted: The kiln came from Delft." in context.text


def test_an_unknown_kind_is_named(memory: Memory) -> None:
    with pytest.raises(InvalidInput, match="reflection, summary"):
        memory.search("kiln", kinds=["shelf"])
