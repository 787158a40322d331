"""Scopes that are digested by many at once: each process tells what its time went into, and graphs are compared."""

from __future__ import annotations

import datetime as dt
import hashlib
import re
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from neo4j.time import DateTime

from kg.bench.worker_processes import Begin
from kg.extraction import extractor
from kg.graph import Graph
from kg.graph.scoped_graph import Turn
from kg.ingestion import Digester
from kg.ingestion.batch_extraction import Prepared
from kg.ingestion.preparation import Reader, Ready
from kg.ingestion.readers import Chunk, Readers
from kg.language.embedders import embedder
from kg.memory import Memory
from kg.protocols import Embedder, Extractor, SystemClock
from kg.settings import Settings

T = TypeVar("T")
# Claimed at once: few enough that even the smallest run has work for everybody.
BATCH = 50
WARM: Mapping[str, Any] = {
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
}
"""An event as it is claimed."""
# When something was written, and by whom; nothing that was said depends on it.
_WRITTEN = frozenset(
    {"scope", "terms", "created_at", "updated_at", "digested_at", "recorded_at", "lease", "lease_until"}
)
_SCOPE = re.compile(r"^s\d+ ")


@dataclass
class Spent:
    """What the time of one process went into, in seconds; embedding, reading and storing go on at once.

    Attributes:
        events: how many it digested.
        wall: from its first claim to its last write.
        claiming: claims of events, from asking to having them.
        embedding: cutting and embedding, names and sentences included.
        reading: rules and names.
        waiting: for the turn of the scope, which one holds at a time.
        storing: with that turn: resolving and writing.
    """

    events: int = 0
    wall: float = 0.0
    claiming: float = 0.0
    embedding: float = 0.0
    reading: float = 0.0
    waiting: float = 0.0
    storing: float = 0.0


class TimedGraph(Graph):
    """A handle that tells how long claims, the turn of the scope, and writes took."""

    def __init__(self, graph: Graph, spent: Spent) -> None:
        super().__init__(graph.connection, graph.scope)
        self._spent = spent

    def counting(self) -> Graph:
        """See `Graph.counting`; told to the same."""
        return TimedGraph(self, self._spent)

    def run(self, name: str, /, *args: Any, **params: Any) -> list[Any]:
        """See `Graph.run`."""
        start = time.perf_counter()
        try:
            return super().run(name, *args, **params)
        finally:
            if name == "ingestion/claim":
                self._spent.claiming += time.perf_counter() - start

    def transact(self, work: Callable[[Turn], T]) -> T:
        """See `Graph.transact`; the turn that the work would take is taken before, by itself, so that it can be timed."""
        start = held = time.perf_counter()

        def timed(turn: Turn) -> T:
            nonlocal held
            turn.run("knowledge/lock_writers", now=SystemClock().now())
            held = time.perf_counter()
            return work(turn)

        try:
            return super().transact(timed)
        finally:
            self._spent.waiting += held - start
            self._spent.storing += time.perf_counter() - held


class TimedReader(Reader):
    """A reader that tells how long its steps took."""

    def __init__(self, model: Embedder, settings: Settings, reads: Extractor | None) -> None:
        super().__init__(model, settings, reads)
        self.spent = Spent()

    def embed(self, chunk: Chunk) -> list[Prepared]:
        """See `Reader.embed`."""
        return self._timed("embedding", lambda: super(TimedReader, self).embed(chunk))

    def extract(self, prepared: list[Prepared]) -> Ready:
        """See `Reader.extract`."""
        return self._timed("reading", lambda: super(TimedReader, self).extract(prepared))

    def name(self, ready: Ready) -> Ready:
        """See `Reader.name`."""
        return self._timed("embedding", lambda: super(TimedReader, self).name(ready))

    def _timed(self, what: str, work: Callable[[], T]) -> T:
        start = time.perf_counter()
        try:
            return work()
        finally:
            setattr(self.spent, what, getattr(self.spent, what) + time.perf_counter() - start)


def work(scope: str, settings: Settings, begin: Begin) -> Spent:
    """Digest a scope in a process of a crew."""
    spent = Spent()
    model, reads = embedder(settings), extractor(settings)
    reader = TimedReader(model, settings, reads)
    with Memory.connect(scope, settings=settings, embedder=model) as memory:
        # Nothing of it is stored: the models are loaded by it.
        reader.name(reader.extract(reader.embed([WARM])))
        reader.spent = spent
        digester = Digester(TimedGraph(memory.graph, spent), model, settings, SystemClock(), reads, reader=reader)
        begin()
        digested(digester, spent)
    return spent


def digested(digester: Digester, spent: Spent, readers: Readers | None = None) -> None:
    """Digest all that is pending, and tell how much that was and how long it took."""
    began = time.perf_counter()
    done = digester.run(batch=BATCH, readers=readers)
    spent.wall = time.perf_counter() - began
    spent.events = done.events + done.skipped + done.failed


def printed(graph: Graph) -> list[str]:
    """All that a scope holds, a line each, in a form that does not tell how or when it came about."""
    return sorted(
        f"{_plain(row['node'])} {sorted(str([kind, other, _plain(on)]) for kind, other, on in row['edges'])}"
        for row in graph.run("bench/scope_contents")
    )


def fingerprint(lines: Sequence[str]) -> str:
    """The same for equal graphs, and for no others."""
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:16]


def _plain(properties: Mapping[str, Any]) -> str:
    told = {name: value for name, value in sorted(properties.items()) if name not in _WRITTEN and value is not None}
    return str({name: _SCOPE.sub("", value) if isinstance(value, str) else value for name, value in told.items()})
