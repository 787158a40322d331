"""A run that is interrupted in a step, and again at its end, is resumed: nothing is left out or done twice."""

from __future__ import annotations

import datetime as dt
import uuid
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

import pytest

from kg import Memory, Settings
from kg.consolidation import DEEP_STEPS
from kg.errors import Refused
from kg.graph import Graph
from kg.language.hashing_embedder import HashingEmbedder
from kg.protocols import FixedClock
from kg.types import SleepReport
from tests.consolidation.world import Look, populate, snapshot
from tests.support import T0

pytestmark = pytest.mark.slow

LEASE = dt.timedelta(seconds=600)


class Interruption(BaseException):
    """What no step can catch: the process is gone."""


class InterruptedGraph:
    """A connection that is gone at one trip of one step: 0 is the first, -1 the one that would note that the step is done."""

    def __init__(self, connection: Any, step: str, trip: int) -> None:
        self._connection = connection
        self.tracer = connection.tracer
        self._step, self._trip = step, trip
        self._under_way = False
        self._count = 0

    def run(self, statement: Any, params: Mapping[str, Any], fragments: frozenset[str]) -> Any:
        if statement.name == "consolidation/record_progress":
            if self._under_way and params["phase"] != self._step and self._trip < 0:
                raise Interruption
            self._under_way = params["phase"] == self._step
        else:
            self._tick()
        return self._connection.run(statement, params, fragments)

    def transact(self, work: Any, **options: Any) -> Any:
        self._tick()
        return self._connection.transact(work, **options)

    def _tick(self) -> None:
        if self._under_way and self._trip >= 0:
            if self._count == self._trip:
                raise Interruption
            self._count += 1


@pytest.fixture
def tight(settings: Settings) -> Settings:
    """Core memory has less room than it holds."""
    return settings.model_copy(update={"core_limits": {**settings.core_limits, "scratch": 2}})


@pytest.fixture(scope="module")
def uninterrupted(server: dict[str, str], driver: Any) -> Iterator[tuple[SleepReport, Any]]:
    """The report of an uninterrupted run, and the contents of the memory after it."""
    scope, clock = f"test-{uuid.uuid4().hex[:12]}", FixedClock(T0)
    settings = Settings(**{name.removeprefix("KG_").lower(): value for name, value in server.items()})  # type: ignore[arg-type]
    tight = settings.model_copy(update={"core_limits": {**settings.core_limits, "scratch": 2}})
    with (
        Memory.connect(scope, settings=settings, clock=clock, embedder=HashingEmbedder()) as memory,
        Memory.connect(scope, settings=tight, clock=clock, embedder=HashingEmbedder()) as sleeper,
    ):
        populate(memory, clock)
        report = sleeper.sleep.deep()
        yield report, snapshot(lambda query, **params: driver.execute_query(query, params).records, scope)
        memory.forget(scope=True)


def test_every_step_does_some_work(uninterrupted: tuple[SleepReport, Any]) -> None:
    report, _ = uninterrupted
    assert report.status == "success"
    assert list(report.steps) == [step.name for step in DEEP_STEPS]
    idle = [name for name, step in report.steps.items() if not any(step.counts.values())]
    assert idle == ["contradictions"], "it only counts"


@pytest.mark.parametrize("step", [step.name for step in DEEP_STEPS])
def test_a_run_interrupted_in_or_after_a_step_is_resumed(
    step: str,
    uninterrupted: tuple[SleepReport, Any],
    connect: Callable[..., Memory],
    tight: Settings,
    clock: FixedClock,
    look: Look,
    scope: str,
) -> None:
    first, there = uninterrupted
    memory = connect()
    populate(memory, clock)

    def sleeper(trip: int) -> Memory:
        interrupted: Any = InterruptedGraph(memory.graph.connection, step, trip)
        runtime = replace(memory.runtime, graph=Graph(interrupted, scope), settings=tight)
        return Memory(runtime)

    with pytest.raises(Interruption):
        sleeper(first.steps[step].trips // 2).sleep.deep()
    status = memory.sleep.status()
    assert (status.state, status.phase) == ("running", step)
    with pytest.raises(Refused, match=f"deep sleep.*already running \\({step}\\)"):
        memory.sleep.deep()
    clock.forward(LEASE)
    with pytest.raises(Interruption):
        sleeper(-1).sleep.deep()
    clock.forward(LEASE)
    report = connect(settings=tight).sleep.deep()
    assert (report.status, report.resumed) == ("success", True)
    assert list(report.steps) == list(first.steps)
    found = snapshot(look, scope)
    for what, was in zip(found, there, strict=True):
        assert (what - was, was - what) == (Counter(), Counter()), "surplus and missing contents"
    assert memory.sleep.status().state == "success"
