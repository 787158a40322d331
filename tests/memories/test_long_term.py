"""Long-term memory: recall, promotion, compaction, pruning and restoring."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from kg import Event, Memory
from kg.errors import InvalidInput, NotFound
from kg.memories.strength import memory_score
from kg.protocols import FixedClock
from tests.support import T0, FailingEmbedder, RecordingEmbedder

Look = Callable[..., list[Any]]
HOUR, DAY = dt.timedelta(hours=1), dt.timedelta(days=1)


def test_a_note_has_the_narrowest_audience_of_its_sources(memory: Memory) -> None:
    memory.log(
        [
            Event("Said to all.", id="all", speaker="cli:ann", session="cli:1", at=T0),
            Event("Said here.", id="here", speaker="cli:ann", session="cli:1", at=T0, audience="session"),
            Event("Said to you.", id="you", speaker="cli:ann", session="cli:1", at=T0, audience="person"),
        ]
    )
    note = memory.longterm.add("Something was said.", sources=["all"], importance=0, at="2026-02-01")
    assert (note.sources, note.audience, note.importance, note.at) == (
        ("all",), "shared", 1, dt.datetime(2026, 2, 1, tzinfo=dt.UTC),
    )  # fmt: skip
    here = memory.longterm.add("Something was said.", sources=["here", "all"])
    assert here.id != note.id
    assert (here.audience, set(here.sources)) == ("session:cli:1", {"here", "all"})
    with pytest.raises(InvalidInput) as caught:
        memory.longterm.add("Both.", sources=["here", "you"])
    assert caught.value.field == "sources"
    with pytest.raises(NotFound, match="nowhere"):
        memory.longterm.add("Both.", sources=["nowhere"])
    assert [one.id for one in memory.longterm.list(audiences=["shared"])] == [note.id]


def test_a_repeated_note_keeps_the_first_date_and_the_highest_importance(memory: Memory, clock: FixedClock) -> None:
    memory.log([Event("Said.", id=name, speaker="cli:ann", session="cli:1", at=T0) for name in "ab"])
    first = memory.longterm.add("Ann has hens.", importance=8, sources=["a"])
    clock.forward(DAY)
    again = memory.longterm.add("Ann has hens.", importance=2, sources=["b"])
    assert (again.id, again.at, again.importance, again.sources) == (first.id, T0, 8, ("a", "b"))
    assert len(memory.longterm.list()) == 1


def test_recall_ranks_by_meaning_recency_and_importance_and_records_use(memory: Memory, clock: FixedClock) -> None:
    old = memory.longterm.add("Ann keeps brown hens", importance=6)
    clock.forward(15 * DAY)
    new = memory.longterm.add("Ann keeps brown hens now", importance=5)
    other = memory.longterm.add("The boat is blue", importance=1)
    found = memory.longterm.recall("Ann keeps brown hens", limit=2)
    assert [note.id for note, _ in found] == [new.id, old.id], "the same words, but fifteen days older"
    assert found[1][1] == pytest.approx(memory_score(1, 15, 6), abs=1e-4)
    assert found.degraded == ()
    touched = {note.id: (note.access_count, note.last_accessed) for note in memory.longterm.list()}
    assert touched == {old.id: (1, clock.now()), new.id: (1, clock.now()), other.id: (0, None)}
    again = memory.longterm.recall("Ann keeps brown hens", limit=2)
    assert again[0][0].id == old.id, "of use just now, it is as fresh as the other, and more important"
    assert memory.longterm.recall("hens", limit=1, audiences=["session:cli:9"]).notes == ()


def test_recall_is_two_trips_and_one_where_nothing_is_found(memory: Memory) -> None:
    handle = memory._graph
    before = handle.trips
    assert len(memory.longterm.recall("anything")) == 0
    assert handle.trips == before + 1
    memory.longterm.add("Ann has hens.")
    before = handle.trips
    assert len(memory.longterm.recall("anything")) == 1
    assert handle.trips == before + 2


def test_a_failing_embedder_is_reported_and_full_text_is_used(connect: Callable[..., Memory]) -> None:
    model = FailingEmbedder(ConnectionError("away"), "hens?")
    memory = connect(embedder=model)
    hens = memory.longterm.add("Ann has brown hens.")
    memory.longterm.add("The boat is blue.", audience="session:cli:1")
    found = memory.longterm.recall("Who has hens?")
    assert [note.id for note, _ in found] == [hens.id]
    assert found.degraded == ("vectors: away",)
    assert found[0][1] == pytest.approx(memory_score(1, 0, 5))
    model.word = ""
    assert memory.longterm.recall("blue boat", audiences=["shared"]).notes == ()
    assert len(memory.longterm.recall("blue boat", audiences=["session:cli:1"])) == 1
    assert memory.longterm.recall("? !").notes == ()


def test_promotion_skips_a_text_that_a_note_contains(memory: Memory) -> None:
    assert memory.longterm.promote("Ann likes Earl Grey tea.", at="2026-02-01", importance=6) is not None
    assert memory.longterm.promote("ann LIKES earl grey") is None
    assert memory.longterm.promote("Ann likes tea") is not None, "not in these words"
    secret = "Bob is ill, he said."
    assert memory.longterm.promote(secret, audience="person:person-1") is not None
    assert memory.longterm.promote(secret, audience="person:person-1") is None
    assert memory.longterm.promote(secret, audience="session:cli:1") is not None, "they cannot see the other"
    assert memory.longterm.promote("Earl Grey", audience="session:cli:1") is None, "but what all may see"
    assert memory.longterm.promote(secret) is not None


def test_compaction_merges_notes_and_is_idempotent(memory: Memory, clock: FixedClock) -> None:
    memory.log([Event("Said.", id=name, speaker="cli:ann", session="cli:1", at=T0) for name in "ab"])
    first = memory.longterm.add("Ann keeps three brown hens behind the old barn", importance=3, sources=["a"])
    clock.forward(DAY)
    again = memory.longterm.add("Ann keeps three brown hens behind the barn", importance=7, sources=["b"])
    hers = memory.longterm.add("Ann keeps three brown hens behind the barn", audience="person:person-1")
    other = memory.longterm.add("Bob has a blue boat")
    receipt = memory.longterm.compact()
    assert receipt is not None
    assert receipt.removed == {"longterm": 1}
    left = memory.longterm.list()
    assert {note.id for note in left} == {first.id, hers.id, other.id}
    united = memory.longterm.get(first.id)
    assert (united.text, united.importance, united.sources, united.at) == (first.text, 7, ("a", "b"), T0)
    assert memory.longterm.compact() is None
    assert memory.longterm.list() == left
    assert memory.longterm.restore(receipt).kept == {"longterm": 1}
    assert again.id in {note.id for note in memory.longterm.list()}
    with pytest.raises(NotFound):
        memory.longterm.restore(receipt)


def test_pruning_archives_weak_unimportant_notes_and_can_be_undone(
    memory: Memory, clock: FixedClock, look: Look
) -> None:
    held = memory.longterm.add("Important.", importance=4)
    weak = memory.longterm.add("Unimportant.", importance=3)
    used = memory.longterm.add("Of use.", importance=1)
    memory.longterm.recall("Of use.", limit=1)
    clock.forward(16 * HOUR)
    assert memory.longterm.prune() is None, "strength .2019"
    clock.forward(HOUR)
    assert [name for name, _ in memory.longterm.candidates()] == [weak.id]
    receipt = memory.longterm.prune()
    assert receipt is not None
    assert receipt.removed == {"longterm": 1}
    assert {note.id for note in memory.longterm.list()} == {held.id, used.id}
    assert memory.longterm.prune() is None, "a second time there is nothing to do"
    assert weak.id not in [note.id for note, _ in memory.longterm.recall("Unimportant.")]
    assert memory.longterm.get(weak.id).text == "Unimportant.", "archived, not erased"
    [row] = look("MATCH (a:Audit {scope: $scope, id: $id})-[:OF]->(n) RETURN a.what AS what, n.id AS id", id=receipt.id)
    assert (row["what"], row["id"]) == ("prune", weak.id)
    memory.longterm.restore(receipt.id)
    assert weak.id in [note.id for note, _ in memory.longterm.recall("Unimportant.")]


def test_pruning_archives_at_most_twenty_weakest_first(memory: Memory, clock: FixedClock) -> None:
    for place in range(25):
        memory.longterm.add(f"Trifle number {place}.", importance=1)
        clock.forward(HOUR)
    clock.forward(40 * HOUR)
    result = [text for _, text in memory.longterm.candidates()]
    assert result == [f"Trifle number {place}." for place in range(20)]
    removed = [receipt.removed["longterm"] for _ in range(3) if (receipt := memory.longterm.prune())]
    assert removed == [20, 5]


def test_an_archived_note_that_is_added_again_becomes_current(memory: Memory, clock: FixedClock, look: Look) -> None:
    note = memory.longterm.add("Trifle.", importance=1)
    clock.forward(DAY)
    assert memory.longterm.prune() is not None
    assert memory.longterm.add("Trifle.", importance=1).id == note.id
    assert [one.id for one, _ in memory.longterm.recall("Trifle.")] == [note.id]
    assert look("MATCH (n:LongTerm {scope: $scope}) WHERE n.archived_at IS NOT NULL RETURN n") == []


def test_moving_and_archiving_do_not_embed_again(connect: Callable[..., Memory], clock: FixedClock) -> None:
    model = RecordingEmbedder()
    memory = connect(embedder=model)
    entry = memory.core.add("Ann keeps three brown hens behind the old barn", "people", importance=1)
    memory.longterm.add("Ann keeps three brown hens behind the barn")
    result = len(model.texts)
    memory.core.edit(entry.id, section="scratch")
    memory.core.delete(entry.id)
    assert memory.longterm.compact() is not None
    clock.forward(30 * DAY)
    memory.longterm.prune()
    assert len(model.texts) == result
    assert [note.id for note, _ in memory.longterm.recall("brown hens")] == [entry.id]


def test_bad_input_is_refused(memory: Memory) -> None:
    for field, call in {
        "text": partial(memory.longterm.add, " "),
        "importance": partial(memory.longterm.add, "x", importance=1.5),
        "at": partial(memory.longterm.add, "x", at="yesterday"),
        "audience": partial(memory.longterm.promote, "x", audience="session:"),
        "sources": partial(memory.longterm.add, "x", sources=[""]),
        "about": partial(memory.longterm.add, "x", about=[None]),
        "query": partial(memory.longterm.recall, ""),
        "limit": partial(memory.longterm.recall, "x", limit=0),
    }.items():
        with pytest.raises(InvalidInput) as caught:
            call()  # type: ignore[operator]
        assert caught.value.field == field
    assert memory.longterm.list() == []
