"""Helpers that all benchmarks use: a temporary scope, quantiles and timing."""

from __future__ import annotations

import math
import time
import uuid
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kg.memory import Memory
    from kg.protocols import Clock, Embedder
    from kg.settings import Settings


@contextmanager
def temporary_memory(
    settings: Settings,
    name: str,
    embedder: Embedder | None = None,
    clock: Clock | None = None,
    *,
    owner: str | None = None,
) -> Iterator[Memory]:
    """Open a memory in a new scope, and erase the scope on exit."""
    # Imported here because environments without a database use the other helpers.
    from kg.memory import Memory  # noqa: PLC0415

    scope = f"bench-{name}-{uuid.uuid4().hex[:8]}"
    with Memory.connect(scope, settings=settings, embedder=embedder, clock=clock, owner=owner) as memory:
        try:
            yield memory
        finally:
            memory.forget(scope=True)


def compute_quantiles(milliseconds: Sequence[float]) -> dict[str, float]:
    """Return the median and the 95th percentile, in ms, by the nearest-rank method."""
    ordered = sorted(milliseconds)
    return {f"p{p}": round(ordered[math.ceil(len(ordered) * p / 100) - 1], 2) for p in (50, 95)}


def time_call(call: Callable[[], Any]) -> tuple[float, Any]:
    """Return the duration of a call in milliseconds, and its result."""
    start = time.perf_counter()
    value = call()
    return (time.perf_counter() - start) * 1000, value
