"""What the benchmarks share: a scope that is erased afterwards, and quantiles."""

from __future__ import annotations

import math
import time
import uuid
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from kg.memory import Memory
from kg.protocols import Clock, Embedder
from kg.settings import Settings


@contextmanager
def scratch(
    settings: Settings,
    name: str,
    embedder: Embedder | None = None,
    clock: Clock | None = None,
    *,
    owner: str | None = None,
) -> Iterator[Memory]:
    """A memory in a new scope, erased when done."""
    scope = f"bench-{name}-{uuid.uuid4().hex[:8]}"
    with Memory.connect(scope, settings=settings, embedder=embedder, clock=clock, owner=owner) as memory:
        try:
            yield memory
        finally:
            memory.forget(scope=True)


def quantiles(milliseconds: Sequence[float]) -> dict[str, float]:
    """The median and the 95th percentile, in ms, by the nearest rank."""
    ordered = sorted(milliseconds)
    return {f"p{p}": round(ordered[math.ceil(len(ordered) * p / 100) - 1], 2) for p in (50, 95)}


def timed(call: Callable[[], Any]) -> tuple[float, Any]:
    """Milliseconds that a call took, and what it gave."""
    start = time.perf_counter()
    value = call()
    return (time.perf_counter() - start) * 1000, value
