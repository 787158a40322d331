"""The worker: it backs off during a conversation, works batch by batch, and stops on request."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable

import pytest

from kg import Event, Memory, Settings
from kg.graph import Connection, Graph
from kg.ingestion import Worker, choose_pause
from kg.ingestion.worker import WorkerPause
from kg.language.hashing_embedder import HashingEmbedder
from kg.language.token_counting import ByteCounter
from kg.protocols import FixedClock
from kg.runtime import Runtime
from tests.servers import free_port
from tests.support import T0, RecordingEmbedder, minutes, seconds


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
def test_the_pause_depends_on_the_last_activity(since: float | None, interval: float, skip: bool, wait: float) -> None:
    assert choose_pause(since, interval) == WorkerPause(skip=skip, seconds=wait)


def log_message(memory: Memory, clock: FixedClock, seconds_ago: float) -> None:
    memory.log([Event(f"Said {seconds_ago} seconds ago.", session="cli:1", at=clock.now() - seconds(seconds_ago))])


@pytest.mark.slow
@pytest.mark.parametrize(
    ("seconds_ago", "digested", "expected"),
    [
        (5, 0, WorkerPause(True, 180)),
        (30, 1, WorkerPause(False, 120)),
        (300, 1, WorkerPause(False, 60)),
        (-3600, 1, WorkerPause(False, 60)),
    ],
)
def test_a_cycle_waits_during_a_conversation(
    memory: Memory, clock: FixedClock, seconds_ago: float, digested: int, expected: WorkerPause
) -> None:
    log_message(memory, clock, seconds_ago)
    assert memory.worker().cycle() == expected
    assert memory.queue()["pending"] == 1 - digested


@pytest.mark.slow
def test_a_cycle_digests_everything_batch_by_batch(
    connect: Callable[..., Memory], clock: FixedClock, settings: Settings, talk: Callable[..., list[Event]]
) -> None:
    embedder = RecordingEmbedder()
    memory = connect(embedder=embedder, settings=settings.model_copy(update={"digest_batch": 5}))
    memory.log(talk(12))
    clock.forward(minutes(60))
    assert memory.worker().cycle() == WorkerPause(skip=False, seconds=60)
    assert memory.queue()["pending"] == 0
    assert len([text for text in embedder.texts if text.startswith("Message")]) == 12


def test_a_cycle_checks_for_activity_between_batches(
    connect: Callable[..., Memory], clock: FixedClock, settings: Settings, talk: Callable[..., list[Event]]
) -> None:
    embedder = RecordingEmbedder()
    memory = connect(embedder=embedder, settings=settings.model_copy(update={"digest_batch": 5}))
    memory.log(talk(12))
    clock.forward(minutes(60))
    embedder.while_embedding = lambda: log_message(memory, clock, seconds_ago=1)
    assert memory.worker().cycle() == WorkerPause(skip=True, seconds=180), "a conversation has started"
    assert memory.queue()["pending"] == 12 - 5 + 1


def test_a_worker_in_a_thread_digests_until_it_is_stopped(
    connect: Callable[..., Memory], clock: FixedClock, settings: Settings, talk: Callable[..., list[Event]]
) -> None:
    embedding = threading.Event()
    embedder = RecordingEmbedder(embedding.set)
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
    assert memory.queue()["pending"] == memory.queue()["processing"] == 0, "it stops after the current batch"


def test_a_worker_that_is_stopped_before_it_starts_does_nothing(
    memory: Memory, talk: Callable[..., list[Event]]
) -> None:
    memory.log(talk(3))
    worker = memory.worker()
    worker.stop()
    worker.run()
    assert memory.queue()["pending"] == 3


@pytest.mark.slow
def test_an_unavailable_database_is_retried(settings: Settings, caplog: pytest.LogCaptureFixture) -> None:
    short_timeout = settings.model_copy(update={"neo4j_timeout_s": 0.2})
    connection = Connection(f"bolt://127.0.0.1:{free_port()}", "neo4j", "x", short_timeout)
    try:
        worker = Worker(
            Runtime(Graph(connection, "away"), short_timeout, FixedClock(T0), HashingEmbedder(), ByteCounter())
        )
        with caplog.at_level(logging.WARNING):
            assert worker.cycle() == WorkerPause(skip=True, seconds=60)
    finally:
        connection.close()
    assert "the database is unavailable" in caplog.text
