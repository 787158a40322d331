"""The context of a consolidation run: its own count of round trips, and the owner's time zone."""

from __future__ import annotations

import dataclasses
import zoneinfo
from collections.abc import Callable

import pytest

from kg import Memory, Settings
from kg.consolidation import SleepContext, StepOutcome
from kg.llm import ScriptedModel
from kg.protocols import FixedClock
from tests.support import T0


def test_all_stores_of_a_run_share_one_count_of_trips(memory: Memory) -> None:
    context = SleepContext(memory.runtime, "run-1", T0, lambda: None)
    context.core.add("Likes tea.", "people")
    context.facts.list()
    assert context.store.graph is context.graph
    assert context.graph.trips > 0
    other = SleepContext(memory.runtime, "run-2", T0, lambda: None)
    assert (other.graph.trips, memory.runtime.graph.trips) == (0, 0)


def test_the_context_has_the_zone_owners_and_clock_of_the_memory(
    connect: Callable[..., Memory], settings: Settings, clock: FixedClock
) -> None:
    memory = connect(owner="cli:olga", settings=settings.model_copy(update={"owner_zone": "Asia/Tokyo"}))
    context = SleepContext(memory.runtime, "run-1", T0, lambda: None)
    assert (context.zone, context.owners, context.clock) == (zoneinfo.ZoneInfo("Asia/Tokyo"), {"cli:olga"}, clock)
    assert not context.uses_language_model
    with_model = dataclasses.replace(memory.runtime, llm=ScriptedModel([]))
    assert SleepContext(with_model, "run-2", T0, lambda: None).uses_language_model


def test_an_outcome_cannot_be_changed() -> None:
    assert StepOutcome() == StepOutcome({}, ())
    with pytest.raises(dataclasses.FrozenInstanceError):
        StepOutcome().degraded = ("x",)  # type: ignore[misc]
