"""One worker for many scopes: it digests the scopes that match a pattern in turn, one batch each."""

from __future__ import annotations

import fnmatch
import logging
import random
import re
import threading
import time
from collections import deque
from collections.abc import Iterator
from typing import NamedTuple, Self

from kg.errors import ConnectionFailed
from kg.extraction import create_extractor as default_extractor
from kg.graph import Connection, Graph, open_for_worker
from kg.ingestion import EventPreparer, Worker
from kg.language import create_embedder as default_embedder
from kg.language import create_token_counter
from kg.llm import create_language_model
from kg.memory import Memory
from kg.protocols import Clock, Embedder, SystemClock
from kg.runtime import Runtime, owner_identities
from kg.settings import Settings

log = logging.getLogger(__name__)

_PAGE = 1_000
_WILD = re.compile(r"[*?[]")


class ServedScope(NamedTuple):
    """A scope that matches the pattern, and whether it has events to digest."""

    scope: str
    waiting: bool


class MultiScopeWorker:
    """Digests all scopes that match a pattern, including new ones, until it is stopped; several may run at once."""

    def __init__(
        self, connection: Connection, pattern: str, settings: Settings, clock: Clock, embedder: Embedder
    ) -> None:
        """Create the worker without contacting the server.

        Args:
            connection: the connection to the server.
            pattern: a shell pattern: `*` for any characters, `?` for one.
            settings: intervals, batch sizes and leases, the same for all scopes.
            clock: the current time.
            embedder: computes the vectors; scopes with another model are skipped.
        """
        self._graph = Graph(connection, "default")
        self._pattern = pattern
        self._settings = settings
        self._clock = clock
        self._embedder = embedder
        self._llm = create_language_model(settings)
        self._runtime = Runtime(
            graph=self._graph,
            settings=settings,
            clock=clock,
            embedder=embedder,
            tokens=create_token_counter(settings),
            owners=owner_identities(None, settings),
            extractor=default_extractor(settings),
            llm=self._llm,
        )
        # Shared by all scopes: its caches are large and do not depend on the scope.
        self._preparer = EventPreparer(embedder, settings, self._runtime.extractor)
        self._workers: dict[str, Worker] = {}
        # Scope → monotonic time before which it is skipped.
        self._paused_until: dict[str, float] = {}
        self._reported_scopes: set[str] = set()
        self._stopped = threading.Event()

    @classmethod
    def connect(
        cls,
        pattern: str,
        *,
        uri: str | None = None,
        settings: Settings | None = None,
        clock: Clock | None = None,
        embedder: Embedder | None = None,
    ) -> Self:
        """Connect to a server.

        Args:
            pattern: the scopes, such as `team-*`.
            uri: the server; by default that of KG_SERVERS for the pattern, then KG_NEO4J_URI, then the local server of `kg up`.
            settings: by default from the environment.
            clock: by default the system clock.
            embedder: by default the one of the settings.

        Raises:
            ConnectionFailed: no server answers, or it refuses the login.
            SchemaTooNew: the graph was written by a newer version of kg.
        """
        chosen, time_ = settings or Settings(), clock or SystemClock()
        model = embedder or default_embedder(chosen)
        return cls(open_for_worker(pattern, uri, chosen, time_), pattern, chosen, time_, model)

    def run(self) -> None:
        """Work until `stop()` is called; if the database is unavailable, log a warning and retry."""
        self._stopped.wait(self._settings.worker_start_delay_s)
        while not self._stopped.is_set():
            try:
                self.cycle()
            except ConnectionFailed as error:
                log.warning(
                    "the database is unavailable; trying again in %d s: %s", self._settings.worker_interval_s, error
                )
            self._stopped.wait(self._settings.worker_interval_s)

    def stop(self) -> None:
        """Stop after the current batch or sleep run; may be called from a signal handler or another thread."""
        self._stopped.set()
        for worker in list(self._workers.values()):
            worker.stop()

    def cycle(self) -> int:
        """Digest one batch of each scope in turn until all are done or paused, then run due sleeps of idle scopes.

        Returns:
            The number of digested events.

        Raises:
            ConnectionFailed: the database does not answer.
        """
        served = [one for one in self._served() if self._paused_until.get(one.scope, 0.0) <= time.monotonic()]
        # Workers that start at the same time process the scopes in different orders.
        random.shuffle(served)
        before = sum(worker.digested for worker in self._workers.values())
        queue = deque(one.scope for one in served if one.waiting)
        while queue and not self._stopped.is_set():
            scope = queue.popleft()
            pause = self._worker(scope).step()
            if pause is None:
                queue.append(scope)
            elif pause.skip:
                self._paused_until[scope] = time.monotonic() + pause.seconds
        for scope in (one.scope for one in served if not one.waiting):
            if self._stopped.is_set():
                break
            self._worker(scope).rest()
        return sum(worker.digested for worker in self._workers.values()) - before

    def close(self) -> None:
        """Close all connections."""
        if self._llm is not None:
            self._llm.close()
        self._graph.connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _served(self) -> Iterator[ServedScope]:
        prefix, after = _WILD.split(self._pattern, maxsplit=1)[0], ""
        own_model = (self._embedder.name, self._embedder.dimension)
        while True:
            rows = self._graph.run(
                "ingestion/served_scopes", prefix=prefix, after=after, now=self._clock.now(), limit=_PAGE
            )
            for row in rows:
                after = row["scope"]
                if not fnmatch.fnmatchcase(after, self._pattern):
                    continue
                if (row["embedder"], row["dimension"]) == own_model:
                    yield ServedScope(after, row["waiting"])
                elif after not in self._reported_scopes:
                    self._reported_scopes.add(after)
                    log.warning("scope %s has vectors of another model (%s) and is skipped", after, row["embedder"])
            if len(rows) < _PAGE:
                return

    def _worker(self, scope: str) -> Worker:
        if scope not in self._workers:
            graph = Graph(self._graph.connection, scope)
            memory = Memory(self._runtime.with_graph(graph))
            # A language model needs a worker per scope, which records the token usage in that scope.
            self._workers[scope] = memory.worker() if self._llm else self._create_shared_worker(memory)
        return self._workers[scope]

    def _create_shared_worker(self, memory: Memory) -> Worker:
        return Worker(memory.runtime, memory.sleep.run_if_due, preparer=self._preparer)
