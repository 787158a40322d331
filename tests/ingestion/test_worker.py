"""The worker: it keeps out of the way of a conversation, works batch by batch, and stops when it is told to."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable

import pytest

from kg import Event, Memory, Settings
from kg.graph import Connection, Graph
from kg.ingestion import Worker, pause
from kg.ingestion.worker import Pause
from kg.language.hashing_embedder import HashingEmbedder
from kg.protocols import FixedClock
from tests.servers import free_port
from tests.support import T0, TellingEmbedder, minutes, seconds


@pytest.mark.parametrize(
    ("since", "interval", "skip", "wait"),
    [
        (None, 60, False, 60),
        (0, 60, True, 180),
        (9.999, 60, True, 180),
        (10, 60, False, 120),
        (59.999, 60, False, 120),
        (60, 60, False, 60),
        (86_400, 60, False, 60),
        (0, 100, True, 300),
        (0, 10, True, 180),
        (30, 10, False, 20),
        (-1, 60, False, 60),
    ],
)
def test_how_long_a_worker_waits(since: float | None, interval: float, skip: bool, wait: float) -> None:
    assert pause(since, interval) == Pause(skip=skip, seconds=wait)


def said(memory: Memory, clock: FixedClock, ago: float) -> None:
    memory.log([Event(f"Said {ago} seconds ago.", session="cli:1", at=clock.now() - seconds(ago))])


@pytest.mark.parametrize(
    ("ago", "done", "expected"),
    [(5, 0, Pause(True, 180)), (30, 1, Pause(False, 120)), (300, 1, Pause(False, 60)), (-3600, 1, Pause(False, 60))],
)
def test_a_cycle_waits_while_somebody_talks(
    memory: Memory, clock: FixedClock, ago: float, done: int, expected: Pause
) -> None:
    said(memory, clock, ago)
    assert memory.worker().cycle() == expected
    assert memory.queue()["pending"] == 1 - done


def test_a_cycle_works_off_everything_batch_by_batch(
    connect: Callable[..., Memory], clock: FixedClock, settings: Settings, talk: Callable[..., list[Event]]
) -> None:
    embedder = TellingEmbedder()
    memory = connect(embedder=embedder, settings=settings.model_copy(update={"digest_batch": 5}))
    memory.log(talk(12))
    clock.forward(minutes(60))
    assert memory.worker().cycle() == Pause(skip=False, seconds=60)
    assert memory.queue()["pending"] == 0
    assert len([text for text in embedder.texts if text.startswith("Message")]) == 12


def test_a_cycle_asks_again_between_batches(
    connect: Callable[..., Memory], clock: FixedClock, settings: Settings, talk: Callable[..., list[Event]]
) -> None:
    embedder = TellingEmbedder()
    memory = connect(embedder=embedder, settings=settings.model_copy(update={"digest_batch": 5}))
    memory.log(talk(12))
    clock.forward(minutes(60))
    embedder.while_embedding = lambda: said(memory, clock, ago=1)
    assert memory.worker().cycle() == Pause(skip=True, seconds=180), "somebody has begun to talk"
    assert memory.queue()["pending"] == 12 - 5 + 1


def test_a_worker_in_a_thread_digests_until_it_is_stopped(
    connect: Callable[..., Memory], clock: FixedClock, settings: Settings, talk: Callable[..., list[Event]]
) -> None:
    embedding = threading.Event()
    embedder = TellingEmbedder(embedding.set)
    memory = connect(embedder=embedder, settings=settings.model_copy(update={"worker_start_delay_s": 0}))
    memory.log(talk(3))
    clock.forward(minutes(60))
    worker = memory.worker()
    thread = threading.Thread(target=worker.run)
    thread.start()
    assert embedding.wait(timeout=30)
    worker.stop()
    thread.join(timeout=30)
    assert not thread.is_alive()
    assert memory.queue()["pending"] == memory.queue()["processing"] == 0, "it ends after the batch that it had begun"


def test_a_worker_that_is_stopped_before_it_starts_does_nothing(
    memory: Memory, talk: Callable[..., list[Event]]
) -> None:
    memory.log(talk(3))
    worker = memory.worker()
    worker.stop()
    worker.run()
    assert memory.queue()["pending"] == 3


def test_a_database_that_is_away_is_waited_for(settings: Settings, caplog: pytest.LogCaptureFixture) -> None:
    impatient = settings.model_copy(update={"neo4j_timeout_s": 0.2})
    connection = Connection(f"bolt://127.0.0.1:{free_port()}", "neo4j", "x", impatient)
    try:
        worker = Worker(Graph(connection, "away"), HashingEmbedder(), impatient, FixedClock(T0))
        with caplog.at_level(logging.WARNING):
            assert worker.cycle() == Pause(skip=True, seconds=60)
    finally:
        connection.close()
    assert "the database is away" in caplog.text
