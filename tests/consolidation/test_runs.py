"""A sleep that is cut off within a step, and again at its end, is gone on with: nothing is left out, nothing is done twice."""

from __future__ import annotations

import datetime as dt
import uuid
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest

from kg import Memory, Settings
from kg.consolidation import DEEP
from kg.errors import Refused
from kg.extraction import extractor
from kg.graph import Graph
from kg.language.hashing_embedder import HashingEmbedder
from kg.language.token_counting import token_counter
from kg.protocols import FixedClock
from kg.types import SleepReport
from tests.consolidation.world import Look, live, told
from tests.support import T0

pytestmark = pytest.mark.slow

LEASE = dt.timedelta(seconds=600)


class CutOff(BaseException):
    """What no step can catch: the process is gone."""


class Dying:
    """A connection that is gone at one trip of one step: 0 is the first, -1 the one that would note that the step is done."""

    def __init__(self, connection: Any, step: str, trip: int) -> None:
        self._connection = connection
        self._step, self._trip = step, trip
        self._under_way = False
        self._count = 0

    def run(self, statement: Any, params: Mapping[str, Any], fragments: frozenset[str]) -> Any:
        if statement.name == "consolidation/record_progress":
            if self._under_way and params["phase"] != self._step and self._trip < 0:
                raise CutOff
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
                raise CutOff
            self._count += 1


@pytest.fixture
def tight(settings: Settings) -> Settings:
    """Core memory has less room than it holds."""
    return settings.model_copy(update={"core_limits": {**settings.core_limits, "scratch": 2}})


@pytest.fixture(scope="module")
def undisturbed(server: dict[str, str], driver: Any) -> Iterator[tuple[SleepReport, Any]]:
    """What a sleep that nobody cut off came to, and all that was there after it."""
    scope, clock = f"test-{uuid.uuid4().hex[:12]}", FixedClock(T0)
    settings = Settings(**{name.removeprefix("KG_").lower(): value for name, value in server.items()})  # type: ignore[arg-type]
    tight = settings.model_copy(update={"core_limits": {**settings.core_limits, "scratch": 2}})
    with (
        Memory.connect(scope, settings=settings, clock=clock, embedder=HashingEmbedder()) as memory,
        Memory.connect(scope, settings=tight, clock=clock, embedder=HashingEmbedder()) as sleeper,
    ):
        live(memory, clock)
        report = sleeper.sleep.deep()
        yield report, told(lambda query, **params: driver.execute_query(query, params).records, scope)
        memory.forget(scope=True)


def test_every_step_has_something_to_do(undisturbed: tuple[SleepReport, Any]) -> None:
    report, _ = undisturbed
    assert report.status == "success"
    assert list(report.steps) == [step.name for step in DEEP]
    idle = [name for name, step in report.steps.items() if not any(step.counts.values())]
    assert idle == ["contradictions"], "it only counts"


@pytest.mark.parametrize("step", [step.name for step in DEEP])
def test_cut_off_in_a_step_and_at_its_end(
    step: str,
    undisturbed: tuple[SleepReport, Any],
    connect: Callable[..., Memory],
    tight: Settings,
    clock: FixedClock,
    look: Look,
    scope: str,
) -> None:
    first, there = undisturbed
    memory = connect()
    live(memory, clock)

    def sleeper(trip: int) -> Memory:
        dying: Any = Dying(memory.graph.connection, step, trip)
        means = memory.sleep.means
        return Memory(
            Graph(dying, scope), tight, clock, HashingEmbedder(), token_counter(tight), means.owners, extractor(tight)
        )

    with pytest.raises(CutOff):
        sleeper(first.steps[step].trips // 2).sleep.deep()
    status = memory.sleep.status()
    assert (status.state, status.phase) == ("running", step)
    with pytest.raises(Refused, match=f"deep sleep.*under way \\({step}\\)"):
        memory.sleep.deep()
    clock.forward(LEASE)
    with pytest.raises(CutOff):
        sleeper(-1).sleep.deep()
    clock.forward(LEASE)
    report = connect(settings=tight).sleep.deep()
    assert (report.status, report.resumed) == ("success", True)
    assert list(report.steps) == list(first.steps)
    found = told(look, scope)
    for what, was in zip(found, there, strict=True):
        assert (what - was, was - what) == (Counter(), Counter()), "what is there beside it, and what is not"
    assert memory.sleep.status().state == "success"
