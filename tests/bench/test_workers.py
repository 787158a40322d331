"""Tests of `kg bench workers` and `kg bench pressure`, with few events and a short duration."""

from __future__ import annotations

import os

import pytest

from kg import Settings
from kg.bench import concurrent_clients, workers
from kg.bench.resource_usage import ResourceMeter
from kg.bench.worker_processes import ProcessGroup, WaitForStart
from kg.errors import KgError

pytestmark = pytest.mark.slow


@pytest.fixture
def settings_without_models(settings: Settings) -> Settings:
    return settings.model_copy(update={"embedder": "hashing", "extractor": "none"})


def test_several_workers_produce_the_graph_of_one(settings_without_models: Settings) -> None:
    result = workers.measure_workers(120, [1, 2], ["local"], settings_without_models, str)
    assert result["equal"] is True
    assert list(result["rows"]) == ["local 1", "local 2", "local 2, 2 scopes"]
    for row in result["rows"].values():
        assert row["events"] == 120
        assert row["events_per_s"] > 0
        assert row["workers_cores"] > 0
        assert 0 < row["storing"] < 1


def test_concurrent_clients_are_answered_and_their_messages_digested(settings_without_models: Settings) -> None:
    result = concurrent_clients.measure_concurrent_clients(4, 3.0, 100, settings_without_models, str)
    assert result["errors"] == {}
    assert set(result["calls"]) == {"search", "context", "log"}
    for row in result["calls"].values():
        assert row["count"] > 0
        assert 0 < row["p50"] <= row["p95"] <= row["p99"]
    assert len(result["memory_mb"]["clients"]["minutes"]) == 2
    assert result["cores"]["clients"] > 0


def exit_or_start(code: int, wait_for_start: WaitForStart) -> int:
    if code:
        os._exit(code)
    wait_for_start()
    return code


def test_a_process_that_ends_early_is_reported() -> None:
    with ProcessGroup(exit_or_start, [(0,), (3,)]) as group, pytest.raises(KgError, match="ended early"):
        group.wait_until_ready()


def test_a_process_group_starts_together() -> None:
    with ProcessGroup(exit_or_start, [(0,), (0,)]) as group:
        group.wait_until_ready()
        assert group.start() == [0, 0]


def test_the_meter_measures_usage_during_the_context() -> None:
    with ResourceMeter({"here": [os.getpid()], "nowhere": []}, interval_s=0.01) as meter:
        sum(range(2_000_000))
    assert meter.average_cores("nowhere") is None
    assert 0 < meter.average_cores("here") <= (os.cpu_count() or 1) + 1
    assert meter.usage["here"].megabytes[-1][1] > 10
