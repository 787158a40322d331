"""One worker for many scopes: it goes round among those whose names fit a pattern, a batch in each, and is fair to all."""

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
from kg.extraction import extractor as default_extractor
from kg.graph import Connection, Graph
from kg.ingestion import Worker
from kg.ingestion.preparation import Reader
from kg.language.embedders import embedder as default_embedder
from kg.language.token_counting import token_counter
from kg.llm import language_model
from kg.memory import Memory
from kg.opening import opened_to_serve, owner_set
from kg.protocols import Clock, Embedder, SystemClock
from kg.settings import Settings

log = logging.getLogger(__name__)

_PAGE = 1_000
_WILD = re.compile(r"[*?[]")


class Served(NamedTuple):
    """A scope that is served, and whether something waits to be digested there."""

    scope: str
    waiting: bool


class Rounds:
    """Digests all scopes whose names fit a pattern, new ones too, until it is stopped; any number may do so at once."""

    def __init__(
        self, connection: Connection, pattern: str, settings: Settings, clock: Clock, embedder: Embedder
    ) -> None:
        """Keep what is needed.

        Args:
            connection: to the server.
            pattern: as shells have it: `*` for any characters, `?` for one.
            settings: intervals, batches, leases; of all scopes alike.
            clock: the time.
            embedder: makes the vectors; scopes of another model are left alone.
        """
        self._graph = Graph(connection, "default")
        self._pattern = pattern
        self._settings = settings
        self._clock = clock
        self._embedder = embedder
        self._extractor = default_extractor(settings)
        # One for all scopes: what it keeps of names and sentences is much, and of no scope.
        self._reader = Reader(embedder, settings, self._extractor)
        self._tokens = token_counter(settings)
        self._llm = language_model(settings)
        self._owners = owner_set(None, settings)
        self._workers: dict[str, Worker] = {}
        # When a scope is looked at again, by the machine's own clock.
        self._again: dict[str, float] = {}
        self._others: set[str] = set()
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
            pattern: the scopes, as `team-*`.
            uri: the server; else the one of KG_SERVERS that has the pattern, else KG_NEO4J_URI, else the local server of `kg up`.
            settings: else from the environment.
            clock: else the machine's.
            embedder: else as the settings say.

        Raises:
            ConnectionFailed: no server answers, or it refuses the login.
            SchemaTooNew: a newer kg has written this graph.
        """
        chosen, time_ = settings or Settings(), clock or SystemClock()
        model = embedder or default_embedder(chosen)
        return cls(opened_to_serve(pattern, uri, chosen, time_), pattern, chosen, time_, model)

    def run(self) -> None:
        """Work until `stop()`; a database that is away is waited for, and said."""
        self._stopped.wait(self._settings.worker_start_delay_s)
        while not self._stopped.is_set():
            try:
                self.cycle()
            except ConnectionFailed as error:
                log.warning("the database is away; trying again in %d s: %s", self._settings.worker_interval_s, error)
            self._stopped.wait(self._settings.worker_interval_s)

    def stop(self) -> None:
        """End after the batch, or the sleep, that is under way; may be called from a signal handler or another thread."""
        self._stopped.set()
        for worker in list(self._workers.values()):
            worker.stop()

    def cycle(self) -> int:
        """Go round among the scopes, a batch in each, until nothing is pending anywhere or somebody speaks; then let them rest.

        Returns:
            How many events were digested.

        Raises:
            ConnectionFailed: the database does not answer.
        """
        served = [one for one in self._served() if self._again.get(one.scope, 0.0) <= time.monotonic()]
        # Several that begin at once go different ways.
        random.shuffle(served)
        before = sum(worker.digested for worker in self._workers.values())
        going = deque(one.scope for one in served if one.waiting)
        while going and not self._stopped.is_set():
            scope = going.popleft()
            pause = self._worker(scope).step()
            if pause is None:
                going.append(scope)
            elif pause.skip:
                self._again[scope] = time.monotonic() + pause.seconds
        for scope in (one.scope for one in served if not one.waiting):
            if self._stopped.is_set():
                break
            self._worker(scope).rest()
        return sum(worker.digested for worker in self._workers.values()) - before

    def close(self) -> None:
        """Give all connections back."""
        if self._llm is not None:
            self._llm.close()
        self._graph.connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _served(self) -> Iterator[Served]:
        prefix, after = _WILD.split(self._pattern, maxsplit=1)[0], ""
        mine = (self._embedder.name, self._embedder.dimension)
        while True:
            rows = self._graph.run(
                "ingestion/served_scopes", prefix=prefix, after=after, now=self._clock.now(), limit=_PAGE
            )
            for row in rows:
                after = row["scope"]
                if not fnmatch.fnmatchcase(after, self._pattern):
                    continue
                if (row["embedder"], row["dimension"]) == mine:
                    yield Served(after, row["waiting"])
                elif after not in self._others:
                    self._others.add(after)
                    log.warning("scope %s has vectors of %s and is not served", after, row["embedder"])
            if len(rows) < _PAGE:
                return

    def _worker(self, scope: str) -> Worker:
        if scope not in self._workers:
            graph = Graph(self._graph.connection, scope)
            memory = Memory(
                graph,
                self._settings,
                self._clock,
                self._embedder,
                self._tokens,
                self._owners,
                self._extractor,
                self._llm,
            )
            # A language model is asked in the name of a scope, whose ledger tells what it took.
            self._workers[scope] = memory.worker() if self._llm else self._sharing(memory)
        return self._workers[scope]

    def _sharing(self, memory: Memory) -> Worker:
        return Worker(
            memory.graph, self._embedder, self._settings, self._clock, self._extractor, memory.sleep.when_due,
            reader=self._reader,
        )  # fmt: skip
