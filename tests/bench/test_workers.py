"""`kg bench workers` and `kg bench pressure`, with few events and for a moment."""

from __future__ import annotations

import os

import pytest

from kg import Settings
from kg.bench import concurrent_clients, workers
from kg.bench.resource_usage import Meter
from kg.bench.worker_processes import Begin, Crew
from kg.errors import KgError

pytestmark = pytest.mark.slow


@pytest.fixture
def modelless(settings: Settings) -> Settings:
    return settings.model_copy(update={"embedder": "hashing", "extractor": "none"})


def test_several_workers_leave_the_graph_that_one_leaves(modelless: Settings) -> None:
    told = workers.run(120, [1, 2], ["local"], modelless, str)
    assert told["equal"] is True
    assert list(told["rows"]) == ["local 1", "local 2", "local 2, 2 scopes"]
    for row in told["rows"].values():
        assert row["events"] == 120
        assert row["events_per_s"] > 0
        assert row["workers_cores"] > 0
        assert 0 < row["storing"] < 1


def test_clients_at_once_are_answered_and_what_they_log_is_digested(modelless: Settings) -> None:
    told = concurrent_clients.run(4, 3.0, 100, modelless, str)
    assert told["errors"] == {}
    assert set(told["calls"]) == {"search", "context", "log"}
    for row in told["calls"].values():
        assert row["count"] > 0
        assert 0 < row["p50"] <= row["p95"] <= row["p99"]
    assert len(told["memory_mb"]["clients"]["minutes"]) == 2
    assert told["cores"]["clients"] > 0


def leave(code: int, begin: Begin) -> int:
    if code:
        os._exit(code)
    begin()
    return code


def test_a_process_that_ends_early_is_told() -> None:
    with Crew(leave, [(0,), (3,)]) as crew, pytest.raises(KgError, match="ended early"):
        crew.ready()


def test_a_crew_begins_when_it_is_told_to() -> None:
    with Crew(leave, [(0,), (0,)]) as crew:
        crew.ready()
        assert crew.go() == [0, 0]


def test_a_meter_counts_what_is_taken_while_it_looks() -> None:
    with Meter({"here": [os.getpid()], "nowhere": []}, every_s=0.01) as meter:
        sum(range(2_000_000))
    assert meter.cores("nowhere") is None
    assert 0 < meter.cores("here") <= (os.cpu_count() or 1) + 1
    assert meter.taken["here"].megabytes[-1][1] > 10
