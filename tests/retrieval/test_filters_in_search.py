"""What the tiers keep is searched like all else: by kind, inside both indexes, for those who may see it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from kg import Memory
from kg.errors import InvalidInput
from kg.memories.memory_store import LABELS
from kg.retrieval import KINDS
from kg.types import Kept
from tests.memories.stores import one_of_each
from tests.support import FailingEmbedder

Keeping = tuple[Memory, dict[str, tuple[str, Kept]]]


@pytest.fixture(scope="module")
def keeping(seed_memory: Callable[..., Memory]) -> Keeping:
    """A memory with one thing in every tier, and those things by kind."""
    memory = seed_memory()
    return memory, one_of_each(memory)


def test_every_tier_is_a_kind_of_its_own(keeping: Keeping, connect: Callable[..., Memory]) -> None:
    memory, kept = keeping
    assert set(LABELS) <= set(KINDS)
    by_words = connect(memory.scope, embedder=FailingEmbedder(RuntimeError("no vectors")))
    for kind, (name, _) in kept.items():
        hits = memory.search("kiln", kinds=[kind]).hits
        assert name in {hit.id for hit in hits}, kind
        assert {hit.kind for hit in hits} == {kind}
        assert name in {hit.id for hit in by_words.search("kiln", kinds=[kind])}, kind


def test_hits_lead_to_the_events_that_they_rest_on(keeping: Keeping) -> None:
    memory, kept = keeping
    hits = {hit.id: hit for hit in memory.search("kiln", kinds=list(LABELS), limit=50)}
    assert hits[kept["longterm"][0]].sources == ("e1",)
    assert hits[kept["diary"][0]].sources == ("e2",)
    assert hits[kept["episode"][0]].sources == ("e3",)
    assert hits[kept["core"][0]].sources == ()
    assert set(hits[kept["summary"][0]].sources) <= {f"e{place}" for place in range(12)}
    assert hits[kept["summary"][0]].sources


def test_what_rests_on_facts_leads_to_their_events(memory: Memory) -> None:
    memory.log([{"text": "My sister Eva works at Acme.", "id": "said", "session": "cli:1", "speaker": "cli:ann"}])
    memory.digest()
    facts = [fact.id for fact in memory.facts.list(status=None)]
    assert facts
    memory.reflections.add("Eva is settled.", facts)
    [hit] = memory.search("Is Eva settled?", kinds=["reflection"])
    assert hit.sources == ("said",)


def test_a_plain_search_shows_notes_and_no_other_tier(memory: Memory) -> None:
    kept = one_of_each(memory)
    found = {hit.kind for hit in memory.search("kiln", limit=100)}
    assert found - {"fact"} == {"event", "longterm"}
    entry = kept["core"][0]
    memory.core.delete(entry)
    assert entry in {hit.id for hit in memory.search("kiln", limit=100)}


def test_a_session_narrows_tiers_too(keeping: Keeping) -> None:
    memory, kept = keeping
    hits = memory.search("kiln", kinds=list(LABELS), session="cli:1", limit=50)
    assert {hit.kind for hit in hits} == {"working", "episode", "summary"}
    assert kept["summary"][0] in {hit.id for hit in hits}
    assert not memory.search("kiln", kinds=list(LABELS), session="cli:other").hits
    assert not memory.search("kiln", kinds=list(LABELS), speaker="cli:ann").hits


def test_who_may_not_see_does_not_find(memory: Memory) -> None:
    name, _ = one_of_each(memory)["working"]
    ours = memory.longterm.add("The kiln is insured.", audience="session:cli:1").id
    assert ours in {hit.id for hit in memory.search("kiln", kinds=["longterm"])}
    assert ours not in {hit.id for hit in memory.search("kiln", kinds=["longterm"], asker="cli:bob")}
    assert name in {hit.id for hit in memory.search("kiln", kinds=["working"])}
    assert not memory.search("kiln", kinds=["working"], asker="cli:bob").hits


def test_a_context_tells_a_note_as_noted(memory: Memory) -> None:
    note = memory.longterm.add("The kiln came from Delft.")
    context = memory.context("Where is the kiln from?", speaker="cli:ann")
    assert note.id in context.citations.values()
    assert "noted: The kiln came from Delft." in context.text


def test_a_kind_that_is_none_is_named(memory: Memory) -> None:
    with pytest.raises(InvalidInput, match="reflection, summary"):
        memory.search("kiln", kinds=["shelf"])
