"""Sleep benchmark: duration and round trips of a deep sleep, and their growth with the number of events."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kg.bench.common import temporary_memory, time_call
from kg.bench.synthetic_texts import generate_chat
from kg.memory import Memory
from kg.settings import Settings

_BATCH = 1_000


def measure_sleep(size: int, settings: Settings, report: Callable[[str], None]) -> dict[str, Any]:
    """Run deep sleeps over a quarter, half and all of the synthetic events, each in a temporary scope.

    Returns:
        {"events N": {seconds, trips, trips_per_event, again_seconds, again_trips, and the seconds of each step}}, for a
        first sleep and for a second one that finds nothing new.
    """
    figures = {}
    for count in sorted({max(1, size // 4), max(1, size // 2), size}):
        with temporary_memory(settings, "sleep") as memory:
            events = generate_chat(count)
            for start in range(0, count, _BATCH):
                memory.log(events[start : start + _BATCH])
            figures[f"events {count}"] = _measure_cycles(memory, count)
        report(f"{count} events: {figures[f'events {count}']}")
    return figures


def _measure_cycles(memory: Memory, count: int) -> dict[str, float]:
    ms, first = time_call(memory.sleep.deep)
    second_ms, second = time_call(memory.sleep.deep)
    return {
        "seconds": round(ms / 1000, 2),
        "trips": first.trips,
        "trips_per_event": round(first.trips / count, 3),
        "again_seconds": round(second_ms / 1000, 2),
        "again_trips": second.trips,
        **{name: round(step.seconds, 2) for name, step in first.steps.items()},
    }
