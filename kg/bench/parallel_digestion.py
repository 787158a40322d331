"""Digestion by several processes: time per phase in each process, and fingerprints that compare the resulting graphs."""

from __future__ import annotations

import datetime as dt
import hashlib
import re
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from neo4j.time import DateTime

from kg.bench.worker_processes import WaitForStart
from kg.extraction import create_extractor
from kg.graph import Graph, GraphTransaction
from kg.ingestion import Digester, EventChunk, EventPreparer, PreparationEngine, PreparedBatch, PreparedEvent
from kg.language import create_embedder
from kg.memory import Memory
from kg.protocols import Embedder, Extractor, SystemClock
from kg.settings import Settings

T = TypeVar("T")
# Events per claim: few, so that even the smallest run has work for every process.
BATCH = 50
WARM_UP_EVENT: Mapping[str, Any] = {
    "id": "warm",
    "text": "Ann moved to Oslo last Monday, and Bob likes the garden there.",
    "event_kind": "message",
    "role": "user",
    "at": DateTime(2026, 1, 1, tzinfo=dt.UTC),
    "seq": 0,
    "session": "chat:warm",
    "audience": "shared",
    "speaker": "chat:ann",
    "person": "person-warm",
    "person_name": "Ann",
    "others": [],
    "earlier": [],
}
"""A claimed event, with which the models are warmed up."""
# Properties that depend on the time and the process of a write, and are not compared.
_VOLATILE_PROPERTIES = frozenset(
    {"scope", "terms", "created_at", "updated_at", "digested_at", "recorded_at", "lease", "lease_until"}
)
_SCOPE_PREFIX = re.compile(r"^s\d+ ")


@dataclass
class TimeSpent:
    """Seconds per phase of one digesting process; embedding, extraction and storing overlap.

    Attributes:
        events: number of digested events.
        wall: wall time from the first claim to the last write.
        claiming: claims of events.
        embedding: splitting into passages and embedding, including names and sentences.
        reading: extraction by rules and names.
        waiting: waiting for the write lock of the scope.
        storing: resolving and writing while holding the lock.
    """

    events: int = 0
    wall: float = 0.0
    claiming: float = 0.0
    embedding: float = 0.0
    reading: float = 0.0
    waiting: float = 0.0
    storing: float = 0.0


class TimedGraph(Graph):
    """A graph handle that measures claims, waiting for the write lock, and writes."""

    def __init__(self, graph: Graph, times: TimeSpent) -> None:
        super().__init__(graph.connection, graph.scope)
        self._times = times

    def with_own_count(self) -> Graph:
        """See `Graph.with_own_count`; the times are added to the same record."""
        return TimedGraph(self, self._times)

    def run(self, name: str, /, *args: Any, **params: Any) -> list[Any]:
        """See `Graph.run`."""
        start = time.perf_counter()
        try:
            return super().run(name, *args, **params)
        finally:
            if name == "ingestion/claim":
                self._times.claiming += time.perf_counter() - start

    def transact(self, work: Callable[[GraphTransaction], T]) -> T:
        """See `Graph.transact`; the write lock is acquired first in a statement of its own, so that it can be timed."""
        start = acquired_at = time.perf_counter()

        def run_locked(turn: GraphTransaction) -> T:
            nonlocal acquired_at
            turn.run("knowledge/lock_writers", now=SystemClock().now())
            acquired_at = time.perf_counter()
            return work(turn)

        try:
            return super().transact(run_locked)
        finally:
            self._times.waiting += acquired_at - start
            self._times.storing += time.perf_counter() - acquired_at


class TimedPreparer(EventPreparer):
    """An event preparer that measures its steps."""

    def __init__(self, model: Embedder, settings: Settings, extractor_: Extractor | None) -> None:
        super().__init__(model, settings, extractor_)
        self.times = TimeSpent()

    def embed(self, chunk: EventChunk) -> list[PreparedEvent]:
        """See `EventPreparer.embed`."""
        return self._timed("embedding", lambda: super(TimedPreparer, self).embed(chunk))

    def extract(self, prepared: list[PreparedEvent]) -> PreparedBatch:
        """See `EventPreparer.extract`."""
        return self._timed("reading", lambda: super(TimedPreparer, self).extract(prepared))

    def embed_names(self, ready: PreparedBatch) -> PreparedBatch:
        """See `EventPreparer.embed_names`."""
        return self._timed("embedding", lambda: super(TimedPreparer, self).embed_names(ready))

    def _timed(self, field_name: str, work: Callable[[], T]) -> T:
        start = time.perf_counter()
        try:
            return work()
        finally:
            setattr(self.times, field_name, getattr(self.times, field_name) + time.perf_counter() - start)


def digest_scope(scope: str, settings: Settings, wait_for_start: WaitForStart) -> TimeSpent:
    """Digest a scope in a process of a `ProcessGroup`, and return its times."""
    times = TimeSpent()
    model, extractor_ = create_embedder(settings), create_extractor(settings)
    preparer = TimedPreparer(model, settings, extractor_)
    with Memory.connect(scope, settings=settings, embedder=model) as memory:
        # This loads the models; nothing is stored.
        preparer.embed_names(preparer.extract(preparer.embed([WARM_UP_EVENT])))
        preparer.times = times
        digester = Digester(replace(memory.runtime, graph=TimedGraph(memory.graph, times)), preparer=preparer)
        wait_for_start()
        time_digestion(digester, times)
    return times


def time_digestion(digester: Digester, times: TimeSpent, engine: PreparationEngine | None = None) -> None:
    """Digest all pending events, and record their number and the wall time."""
    started_at = time.perf_counter()
    digest = digester.run(batch=BATCH, engine=engine)
    times.wall = time.perf_counter() - started_at
    times.events = digest.events + digest.skipped + digest.failed


def list_scope_contents(graph: Graph) -> list[str]:
    """Return the contents of a scope as sorted lines, without properties that depend on the time or process of writing."""
    return sorted(
        f"{_serialise_properties(row['node'])} "
        f"{sorted(str([kind, other, _serialise_properties(on)]) for kind, other, on in row['edges'])}"
        for row in graph.run("bench/scope_contents")
    )


def fingerprint_lines(lines: Sequence[str]) -> str:
    """Return a hash of the lines of `list_scope_contents`."""
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:16]


def _serialise_properties(properties: Mapping[str, Any]) -> str:
    kept = {
        name: value
        for name, value in sorted(properties.items())
        if name not in _VOLATILE_PROPERTIES and value is not None
    }
    return str(
        {name: _SCOPE_PREFIX.sub("", value) if isinstance(value, str) else value for name, value in kept.items()}
    )
