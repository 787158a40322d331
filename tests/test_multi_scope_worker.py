"""One worker for many scopes: fair, safe with several workers, and each scope is consolidated once."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from kg import Event, Memory, Settings
from kg.multi_scope_worker import MultiScopeWorker
from kg.protocols import FixedClock
from tests.support import RecordingEmbedder, minutes, run_concurrently

Connect = Callable[..., Memory]


@pytest.fixture
def small_batches(settings: Settings) -> Settings:
    return settings.model_copy(update={"digest_batch": 2, "worker_start_delay_s": 0.0, "extractor": "none"})


@pytest.fixture
def connect_worker(scope: str, small_batches: Settings, clock: FixedClock) -> Callable[..., MultiScopeWorker]:
    def create(embedder: RecordingEmbedder | None = None) -> MultiScopeWorker:
        return MultiScopeWorker.connect(
            f"{scope}-*", settings=small_batches, clock=clock, embedder=embedder or RecordingEmbedder()
        )

    return create


@pytest.fixture
def memories(connect: Connect, scope: str, small_batches: Settings, clock: FixedClock) -> list[Memory]:
    """Four scopes, and one whose name does not match, without recent activity."""
    memories = [connect(f"{scope}-{name}", settings=small_batches) for name in "abcd"] + [connect(f"{scope}other")]
    for memory in memories:
        memory.log(
            [
                Event(f"{memory.scope[-1]}: line {number} is here.", session="cli:1", at=clock.now() + minutes(number))
                for number in range(6)
            ]
        )
    clock.forward(minutes(600))
    return memories


@pytest.mark.slow
def test_matching_scopes_are_digested_one_batch_in_turn(
    connect_worker: Callable[..., MultiScopeWorker], memories: list[Memory]
) -> None:
    embedder = RecordingEmbedder()
    with connect_worker(embedder) as worker:
        assert worker.cycle() == 24
        assert worker.cycle() == 0
    assert [memory.queue()["pending"] for memory in memories] == [0, 0, 0, 0, 6]
    order = [text[0] for text in embedder.texts if "line" in text][::2]
    assert [sorted(order[number : number + 4]) for number in (0, 4, 8)] == [list("abcd")] * 3


@pytest.mark.slow
def test_concurrent_workers_digest_each_event_and_consolidate_each_scope_once(
    connect_worker: Callable[..., MultiScopeWorker], memories: list[Memory]
) -> None:
    with connect_worker() as first, connect_worker() as second:
        assert sum(run_concurrently([first.cycle, second.cycle])) == 24
        run_concurrently([first.cycle, second.cycle])
    for memory in memories[:4]:
        runs = memory.graph.connection.driver.execute_query(
            "MATCH (run:SleepRun {scope: $scope}) RETURN run.kind AS kind, run.status AS status", scope=memory.scope
        ).records
        assert [row["kind"] for row in runs] == ["deep"]
        assert memory.sleep.status().deep is not None


@pytest.mark.slow
def test_an_active_scope_waits_and_the_others_do_not(
    connect_worker: Callable[..., MultiScopeWorker], memories: list[Memory], clock: FixedClock
) -> None:
    memories[0].log([Event("Somebody speaks now.", session="cli:1", at=clock.now())])
    with connect_worker() as worker:
        assert worker.cycle() == 18
        clock.forward(minutes(1))
        assert worker.cycle() == 0, "it is checked again after its pause"
    assert memories[0].queue()["pending"] == 7


def test_a_scope_with_another_model_is_not_served(
    connect_worker: Callable[..., MultiScopeWorker], memories: list[Memory], caplog: pytest.LogCaptureFixture
) -> None:
    embedder = RecordingEmbedder()
    embedder.name = "another"
    with connect_worker(embedder) as worker:
        assert worker.cycle() == worker.cycle() == 0
    assert len([record for record in caplog.records if "is skipped" in record.message]) == 4
    assert memories[0].queue()["pending"] == 6


def test_the_worker_stops_on_request(connect_worker: Callable[..., MultiScopeWorker], memories: list[Memory]) -> None:
    embedder = RecordingEmbedder()
    with connect_worker(embedder) as worker:
        embedder.while_embedding = worker.stop
        worker.run()
    assert sum(memory.queue()["pending"] for memory in memories[:4]) == 22
