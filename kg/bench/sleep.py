"""Sleep: how long it takes over so many events, in how many trips, and that both grow as the events do."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kg.bench.common import scratch, timed
from kg.bench.synthetic_texts import chat
from kg.memory import Memory
from kg.settings import Settings

_BATCH = 1_000


def run(size: int, settings: Settings, tell: Callable[[str], None]) -> dict[str, Any]:
    """Log made-up chats, and sleep deeply over a quarter of them, over half, and over all, each in a scope of its own.

    Returns:
        {"events N": {seconds, trips, trips_per_event, again_seconds, again_trips, and the seconds of each step}}, of a
        first sleep and of one again, that finds nothing new.
    """
    told = {}
    for count in sorted({max(1, size // 4), max(1, size // 2), size}):
        with scratch(settings, "sleep") as memory:
            events = chat(count)
            for start in range(0, count, _BATCH):
                memory.log(events[start : start + _BATCH])
            told[f"events {count}"] = _measured(memory, count)
        tell(f"{count} events: {told[f'events {count}']}")
    return told


def _measured(memory: Memory, count: int) -> dict[str, float]:
    ms, first = timed(memory.sleep.deep)
    again_ms, again = timed(memory.sleep.deep)
    return {
        "seconds": round(ms / 1000, 2),
        "trips": first.trips,
        "trips_per_event": round(first.trips / count, 3),
        "again_seconds": round(again_ms / 1000, 2),
        "again_trips": again.trips,
        **{name: round(step.seconds, 2) for name, step in first.steps.items()},
    }
