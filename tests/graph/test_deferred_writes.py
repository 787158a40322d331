"""Deferred writes: the caller goes on, the next call of its thread waits, and closing loses nothing."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from typing import Any

import neo4j
import pytest

from kg import Memory, Settings
from kg.graph.deferred_writes import DeferredWrites
from kg.language.hashing_embedder import HashingEmbedder

QUESTION = "What about the tomatoes of Maria?"


@pytest.fixture
def writes() -> Iterator[DeferredWrites]:
    queue = DeferredWrites(2)
    yield queue
    queue.close()


def test_only_the_thread_of_a_write_waits_for_it(writes: DeferredWrites) -> None:
    release, done = threading.Event(), threading.Event()

    def write() -> None:
        assert release.wait(30)
        done.set()

    writes.submit("test/write", write)
    other = threading.Thread(target=writes.wait)
    other.start()
    other.join(30)
    assert not other.is_alive()
    assert not done.is_set(), "neither this thread nor the other one has waited"
    release.set()
    writes.wait()
    assert done.is_set()


def test_the_writes_of_a_thread_keep_their_order(writes: DeferredWrites) -> None:
    written: list[int] = []
    for number in range(50):
        writes.submit("test/write", lambda number=number: written.append(number))
    writes.wait()
    assert written == list(range(50))


def test_a_write_that_fails_is_logged(writes: DeferredWrites, caplog: pytest.LogCaptureFixture) -> None:
    def write() -> None:
        raise ConnectionError("no answer")

    writes.submit("test/write", write)
    writes.wait()
    assert caplog.messages == ["test/write: no answer"]


def test_a_context_returns_while_its_note_is_locked(memory: Memory, driver: neo4j.Driver) -> None:
    note = memory.longterm.add("Maria grows tomatoes on her balcony.")
    with driver.session() as session, session.begin_transaction() as lock:
        lock.run("MATCH (n:Memory {scope: $scope, id: $id}) SET n.access_count = 6", scope=memory.scope, id=note.id)
        context = memory.context(QUESTION)
        assert note.id in context.citations.values()
        lock.commit()
    assert memory.longterm.get(note.id).access_count == 7


def test_closing_completes_the_writes(memory: Memory, settings: Settings, look: Callable[..., list[Any]]) -> None:
    note = memory.longterm.add("Maria grows tomatoes on her balcony.")
    with Memory.connect(memory.scope, settings=settings, embedder=HashingEmbedder()) as other:
        threads = [threading.Thread(target=other.context, args=(QUESTION,)) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(60)
    [row] = look("MATCH (n:Memory {scope: $scope, id: $id}) RETURN n.access_count AS uses", id=note.id)
    assert row["uses"] == 4
