"""The store of memories: ids from content, audiences, writing, archiving, and restoring."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg import Memory
from kg.errors import InvalidInput, NotFound
from kg.memories.memory_store import MemoryRecord, MemoryStore, derive_memory_id, narrowest_audience
from kg.protocols import FixedClock
from tests.support import T0, RecordingEmbedder, minutes


@given(st.lists(st.text(max_size=5), max_size=3), st.lists(st.text(max_size=5), max_size=3))
def test_ids_are_equal_for_equal_content_only(one: list[str], other: list[str]) -> None:
    parts = [part.replace("\0", "") for part in one], [part.replace("\0", "") for part in other]
    ids = [derive_memory_id("note", "", *part) for part in parts]
    assert (ids[0] == ids[1]) == (parts[0] == parts[1])
    assert ids[0] != derive_memory_id("diary", "", *parts[0])
    assert len(ids[0].removeprefix("note-")) == 16


def test_the_narrowest_audience_is_the_private_one() -> None:
    assert narrowest_audience([]) == narrowest_audience(["shared"]) == "shared"
    assert narrowest_audience(["person:a", "shared", "person:a"]) == "person:a"
    with pytest.raises(ValueError, match="2 private audiences"):
        narrowest_audience(["person:a", "session:b"])


def record(name: str, text: str = "", audience: str = "shared", minute: float = 0) -> MemoryRecord:
    return MemoryRecord(name, "longterm", text or f"Text of {name}.", T0 + minutes(minute), audience=audience)


def test_records_are_written_once_embedded_once_and_listed_newest_first(connect: Callable[..., Memory]) -> None:
    embedder = RecordingEmbedder()
    store = MemoryStore(connect(embedder=embedder).runtime)
    assert store.put() == []
    before = store.graph.trips
    assert store.put(record("b", "Same.", minute=1), record("a", "Same.")) == ["a", "b"]
    assert (store.graph.trips, embedder.texts) == (before + 1, ["Same."])
    assert store.put(record("a", "Another."), record("c", minute=2)) == ["c"]
    assert [row["id"] for row in store.list_rows("longterm")] == ["c", "b", "a"]
    assert [row["id"] for row in store.list_rows("longterm", since=T0 + minutes(1), until=T0 + minutes(2))] == ["b"]
    assert (store.find("longterm", "a") or {})["text"] == "Another."
    assert store.find("diary", "a") is None


def test_only_the_audience_lists_a_private_record(memory: Memory) -> None:
    store = MemoryStore(memory.runtime)
    store.put(record("a"), record("b", audience="person:p", minute=1))
    assert [row["id"] for row in store.list_rows("longterm", audiences=["shared"])] == ["a"]
    assert [row["id"] for row in store.list_rows("longterm", audiences=["shared", "person:p"])] == ["b", "a"]
    assert store.source_audiences(["a", "b", "none"]) == {"a": "shared", "b": "person:p"}
    assert store.require_sources(["a", "b"]) == store.narrow_audience(["a", "b", "none"]) == "person:p"
    with pytest.raises(InvalidInput, match="sources"):
        store.narrow_audience(["b"], "session:cli:1")
    with pytest.raises(NotFound, match="none"):
        store.require_sources(["a", "none"])


def test_archived_records_are_restored_once(memory: Memory, clock: FixedClock) -> None:
    store = MemoryStore(memory.runtime)
    store.put(record("a"), record("b", minute=1))
    assert store.archive([], "prune") is None
    receipt = store.archive(["a", "none"], "prune", reason="old")
    assert receipt is not None
    assert (receipt.what, receipt.removed, receipt.at) == ("prune", {"longterm": 1}, clock.now())
    assert [row["id"] for row in store.list_rows("longterm")] == ["b"]
    assert [row["id"] for row in store.list_rows("longterm", current=False)] == ["b", "a"]
    assert store.restore(receipt).kept == {"longterm": 1}
    assert [row["id"] for row in store.list_rows("longterm")] == ["b", "a"]
    with pytest.raises(NotFound, match=receipt.id):
        store.restore(receipt.id)
    assert (store.remove("a", "none"), store.remove("a")) == (1, 0)


def test_a_superseded_record_is_kept_but_not_current(memory: Memory) -> None:
    store = MemoryStore(memory.runtime)
    store.put(record("a"))
    assert store.supersede(record("b", minute=1), ["a", "none"]) == ["a"]
    assert store.supersede(record("c", minute=2), ["a"]) == [], "it was not current"
    assert [row["id"] for row in store.list_rows("longterm")] == ["c", "b"]
    [(nearest, cosine), *_] = store.find_similar("longterm", "Text of b.", audience="shared")
    assert (nearest["id"], cosine) == ("b", pytest.approx(1.0, abs=0.02))
