"""The summary tree: contents, audiences and keys."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from typing import Any

import neo4j
import pytest

from kg import Event, Memory
from kg.errors import InvalidInput, NotFound
from kg.memories.memory_store import MemoryRecord, MemoryStore
from kg.protocols import FixedClock
from kg.summaries.summary_writer import MAX_NOTABLE, MAX_STATED
from tests.summaries.tree_events import events, refresh_all, scripted
from tests.support import T0

Look = Callable[..., list[neo4j.Record]]
GARDEN = (
    "I live in Ghent with my two cats.",
    "Yesterday I planted forty tulips behind the house.",
    "My sister Eva works at Acme.",
    "The shed needs a new roof before winter comes.",
    "I like green tea.",
    "Next week I will repair the old wooden bench.",
    "My neighbour lent me a ladder and two buckets.",
    "I sold eleven jars of honey at the market on Sunday.",
    "I prefer short answers.",
    "The greenhouse door broke in the storm last night.",
    "I am reading a book about bees and their dances.",
    "My tomatoes won the second prize at the fair.",
)


def said(texts: tuple[str, ...] = GARDEN, session: str = "cli:1", **options: Any) -> list[Event]:
    chosen = {"speaker": "cli:ann", "speaker_name": "Ann"} | options
    return [
        Event(text, session=session, at=T0 - dt.timedelta(days=1, minutes=-place), **chosen)
        for place, text in enumerate(texts)
    ]


@pytest.fixture
def garden(memory: Memory) -> Memory:
    memory.log(said())
    memory.digest()
    refresh_all(memory)
    return memory


def test_every_node_has_its_parent(garden: Memory) -> None:
    tree = {one.key: one for one in garden.summaries.tree()}
    ann = garden.entities.get("Ann").id
    assert {"root", "channel:cli", "session:cli:1", "user_preferences"} <= set(tree)
    assert next(iter(tree)) == "root"
    assert tree["root"].parent is None
    assert (tree["session:cli:1"].parent, tree["channel:cli"].parent) == ("channel:cli", "root")
    assert tree["user_preferences"].parent == "root"
    if f"entity:{ann}" in tree:
        assert tree[f"entity:{ann}"].parent == "entity_type:person"
    assert all(one.parent in tree for one in tree.values() if one.parent)
    assert all(one.text and one.stale == 0 for one in tree.values())
    assert len(tree["root"].text.split()) > 20


def test_every_sentence_has_existing_sources(garden: Memory) -> None:
    for one in garden.summaries.tree():
        assert one.text == " ".join(said.text for said in one.sentences)
        for sentence in one.sentences:
            assert sentence.sources
            assert all(garden.get(source) for source in sentence.sources)
        assert set(one.sources) == {source for sentence in one.sentences for source in sentence.sources}


def test_a_session_is_told_in_order_by_what_mattered(garden: Memory) -> None:
    leaf = garden.summaries.get("session:cli:1")
    texts = [one.text for one in leaf.sentences]
    assert 3 <= len(texts) <= MAX_STATED + MAX_NOTABLE
    places = [next(place for place, text in enumerate(texts) if word in text) for word in ("tulips", "Eva", "honey")]
    assert places == sorted(places)
    assert leaf.confidence == pytest.approx(0.4 + 0.4 * 12 / 20 + 0.2, abs=0.05)
    assert (leaf.written_by, leaf.audience) == ("extractive/5", "shared")


@pytest.mark.slow
def test_superseded_facts_are_left_out(garden: Memory) -> None:
    moved = tuple(f"I carried box number {place} up four flights of stairs." for place in range(11))
    garden.log(
        [
            Event(
                text,
                speaker="cli:ann",
                speaker_name="Ann",
                session="cli:1",
                at=T0 - dt.timedelta(hours=2, minutes=-place),
            )
            for place, text in enumerate(("I moved to Oslo last week, and I live there now.", *moved))
        ]
    )
    garden.digest()
    refresh_all(garden)
    text = garden.summaries.get("session:cli:1").text
    assert "Oslo" in text
    assert "lives in Ghent" not in text


@pytest.mark.slow
def test_a_rewritten_summary_is_the_same_node_with_current_edges(garden: Memory, look: Look) -> None:
    count = "MATCH (n:Summary {scope: $scope, key: 'session:cli:1'})-[r:RESTS_ON]->(m) RETURN n.id AS id, collect(m.id) AS on"
    [before] = look(count)
    garden.log(said(tuple(f"Boat number {place} came home with herring." for place in range(10)), id=None))
    garden.digest()
    refresh_all(garden)
    [after] = look(count)
    leaf = garden.summaries.get("session:cli:1")
    assert after["id"] == before["id"] == leaf.id
    assert set(after["on"]) == set(leaf.sources)
    assert look("MATCH (n:Summary {scope: $scope})-[:PARENT]->(p) WITH n, count(p) AS c WHERE c <> 1 RETURN n") == []


def test_preferences_are_those_of_the_owner(connect: Callable[..., Memory]) -> None:
    memory = connect(owner="cli:olga")
    memory.log(
        [
            *said(("I prefer short answers.",), speaker="cli:olga", speaker_name="Olga"),
            *said(("I like loud music.",), session="cli:2"),
        ]
    )
    memory.digest()
    refresh_all(memory)
    result = memory.summaries.get("user_preferences")
    assert "short answers" in result.text
    assert "loud music" not in result.text
    store = MemoryStore(memory.runtime)
    learnt = MemoryRecord("learning-1", "learning", "Use metric units.", T0, {"sentiment": "neutral"})
    store.put(learnt, MemoryRecord("learning-2", "learning", "Was rude.", T0, {"cue": "complaint"}))
    assert memory.summaries.cycle().keys == ("user_preferences", "root")
    assert memory.summaries.get("user_preferences").text == f"{result.text} Use metric units."
    assert memory.summaries.refresh() == 0


def test_without_an_owner_two_speakers_give_no_preferences(memory: Memory) -> None:
    memory.log([*said(("I like green tea.",)), *said(("I like rain.",), speaker="cli:bob", speaker_name="Bob")])
    memory.digest()
    assert memory.summaries.refresh() == 0
    with pytest.raises(NotFound):
        memory.summaries.get("user_preferences")


@pytest.mark.slow
def test_a_private_summary_is_visible_only_to_its_audience(memory: Memory) -> None:
    memory.log(said(session="cli:dm", audience="person"))
    memory.log(said(tuple(f"The ferry number {place} leaves at noon." for place in range(12)), session="cli:open"))
    memory.digest()
    refresh_all(memory)
    tree = {one.key: one for one in memory.summaries.tree()}
    own = tree["session:cli:dm"]
    assert own.audience.startswith("person:")
    assert "tulips" in own.text or "Ghent" in own.text
    for key, one in tree.items():
        if key != "session:cli:dm":
            assert one.audience == "shared"
            assert not {"Ghent", "tulips", "honey", "Acme", "tea", "answers"} & set(
                one.text.replace(".", " ").split()
            ), key
    assert memory.summaries.get("session:cli:dm", asker="cli:ann").text == own.text
    with pytest.raises(NotFound):
        memory.summaries.get("session:cli:dm", asker="cli:bob", session="cli:open")
    assert "session:cli:dm" not in {one.key for one in memory.summaries.tree(asker="cli:bob")}


def test_a_session_with_shared_events_is_summarized_from_these(memory: Memory) -> None:
    memory.log(said(GARDEN[:6], audience="session"))
    memory.log(said(tuple(f"The ferry number {place} leaves at noon." for place in range(8))))
    memory.digest()
    refresh_all(memory)
    leaf = memory.summaries.get("session:cli:1")
    assert leaf.audience == "shared"
    assert "Ghent" not in leaf.text


@pytest.mark.slow
def test_instructions_and_quarantined_events_are_left_out(memory: Memory, look: Look) -> None:
    memory.log(said())
    memory.digest()
    look("MATCH (n:Event {scope: $scope}) WHERE n.text CONTAINS 'tulips' SET n.instructs = true")
    look("MATCH (n:Event {scope: $scope}) WHERE n.text CONTAINS 'honey' SET n.quarantine = 'record-1'")
    refresh_all(memory)
    result = " ".join(one.text for one in memory.summaries.tree())
    assert "tulips" not in result
    assert "honey" not in result


def test_an_empty_node_is_not_rewritten_repeatedly(memory: Memory, look: Look) -> None:
    memory.log(said(tuple(f"What about number {place}, then?" for place in range(12))))
    memory.digest()
    assert memory.summaries.refresh() >= 1
    assert memory.summaries.refresh() == 0
    leaf = memory.summaries.get("session:cli:1")
    assert (leaf.text, leaf.stale, leaf.sources) == ("", 0, ())
    assert look("MATCH (n:Summary {scope: $scope}) WHERE n.current OR n.embedding IS NOT NULL RETURN n") == []


def test_keys_can_use_names(connect: Callable[..., Memory]) -> None:
    lines = [(number, "Oslo") for number in range(12)]
    memory = connect(extractor=scripted(lines))
    memory.log(events(lines, "telegram:7"))
    memory.digest()
    refresh_all(memory)
    oslo = memory.summaries.get("entity:oslo")
    assert (oslo.name, oslo.parent) == ("Oslo", "entity_type:place")
    assert memory.summaries.get(oslo.key) == oslo
    assert memory.summaries.get("session:telegram-7").key == "session:telegram:7"


@pytest.mark.parametrize("key", ["", "nonsense", "entity:", "planet:mars"])
def test_a_key_of_an_unknown_kind_is_rejected(memory: Memory, key: str) -> None:
    with pytest.raises(InvalidInput, match="key"):
        memory.summaries.get(key)


@pytest.mark.parametrize("limit", [0, 1_001, True, "all"])
def test_an_invalid_limit_is_rejected(memory: Memory, limit: Any) -> None:
    with pytest.raises(InvalidInput, match="limit"):
        memory.summaries.refresh(limit)


@pytest.mark.slow
def test_prune_deletes_empty_leaves(memory: Memory, clock: FixedClock, look: Look) -> None:
    memory.log(said(tuple(f"What about number {place}, then?" for place in range(12)), session="cli:q"))
    memory.log(said(tuple(f"The ferry number {place} leaves at noon." for place in range(12)), session="cli:open"))
    memory.digest()
    refresh_all(memory)
    silent = {one.key for one in memory.summaries.tree() if not one.text}
    assert "session:cli:q" in silent
    assert memory.summaries.prune() == []
    clock.forward(dt.timedelta(days=90))
    assert set(memory.summaries.prune()) == silent
    assert {"root", "session:cli:open"} <= {one.key for one in memory.summaries.tree()}
    look("MATCH (n:Session {scope: $scope, id: 'cli:open'}) DETACH DELETE n")
    assert memory.summaries.prune() == ["session:cli:open"], "whose subject is gone goes with it"
