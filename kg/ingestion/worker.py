"""The worker: digests in the background, sleeps when it is time to, and keeps out of the way of a conversation."""

from __future__ import annotations

import datetime as dt
import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from kg.errors import ConnectionFailed, KgError
from kg.graph import Graph
from kg.graph.driver_values import as_datetime
from kg.ingestion.digester import Digester
from kg.ingestion.preparation import Reader
from kg.protocols import Clock, Embedder, Extractor
from kg.settings import Settings
from kg.types import Digest

log = logging.getLogger(__name__)

_BUSY_S = 10
_RECENT_S = 60
_LONGEST_PAUSE_S = 180


@dataclass(frozen=True)
class Pause:
    """What the worker does next: whether this cycle is skipped, and how many seconds it waits before the next."""

    skip: bool
    seconds: float


def pause(since_activity_s: float | None, interval_s: float) -> Pause:
    """The worker's back-off.

    Activity less than 10 s ago: skip, and wait 3 intervals, at least 180 s; less than 60 s ago: work, and wait 2 intervals;
    else work, and wait one.
    """
    if since_activity_s is None or since_activity_s < 0 or since_activity_s >= _RECENT_S:
        return Pause(skip=False, seconds=interval_s)
    if since_activity_s >= _BUSY_S:
        return Pause(skip=False, seconds=2 * interval_s)
    return Pause(skip=True, seconds=max(3 * interval_s, _LONGEST_PAUSE_S))


class Rest(Protocol):
    """What a worker does when nothing is pending: it may sleep."""

    def __call__(self, *, beginning: bool) -> object:
        """Rest, if it is time to; `beginning` in the worker's first cycle that has nothing to digest."""
        ...


class Worker:
    """Digests a scope until it is stopped; several may run at once on one scope.

    Attributes:
        digested: how many events it has digested, those included that it skipped or that failed.
    """

    def __init__(
        self,
        graph: Graph,
        embedder: Embedder,
        settings: Settings,
        clock: Clock,
        extractor: Extractor | None = None,
        rest: Rest | None = None,
        *,
        reader: Reader | None = None,
    ) -> None:
        """Keep what is needed.

        Args:
            graph: the scope.
            embedder: makes the vectors.
            settings: intervals, batches, leases.
            clock: the time.
            extractor: reads what events say; None: they are only made findable.
            rest: what is done when nothing is pending.
            reader: one of this embedder and extractor that workers of other scopes share; by default one of its own.
        """
        self._graph = graph.counting()
        self._settings = settings
        self._clock = clock
        self._digester = Digester(graph, embedder, settings, clock, extractor, reader=reader)
        self._stopped = threading.Event()
        self._heard: dt.datetime | None = None
        self._rest = rest
        self._beginning = True
        self.digested = 0

    def run(self) -> None:
        """Work until `stop()`; a database that is away is waited for, and said."""
        self._stopped.wait(self._settings.worker_start_delay_s)
        while not self._stopped.is_set():
            self._stopped.wait(self.cycle().seconds)

    def stop(self) -> None:
        """End after the batch, or the sleep, that is under way; may be called from a signal handler or another thread."""
        self._stopped.set()

    def cycle(self) -> Pause:
        """Digest batch after batch until nothing is pending or somebody speaks, then rest; returns how to go on."""
        while True:
            if pause := self.step():
                return pause

    def step(self) -> Pause | None:
        """Digest one batch, or rest where nothing is pending; returns how to go on, None where more may be pending."""
        return self._guarded(self._step)

    def rest(self) -> None:
        """Sleep, if it is time to: for who knows that nothing is pending."""
        self._guarded(self._rest_if_due)

    def _step(self) -> Pause | None:
        now = self._next_pause()
        if now.skip or self._stopped.is_set():
            return now
        done = self._digester.run(batch=self._settings.digest_batch, batches=1)
        if not _count(done):
            self._rest_if_due()
            return now
        self.digested += _count(done)
        log.info("digested %d events, %d skipped, %d failed", done.events, done.skipped, done.failed)
        return None

    def _rest_if_due(self) -> None:
        if self._rest is not None:
            self._rest(beginning=self._beginning)
            self._beginning = False

    def _guarded(self, work: Callable[[], Pause | None]) -> Pause | None:
        try:
            return work()
        except ConnectionFailed as error:
            log.warning("the database is away; trying again in %d s: %s", self._settings.worker_interval_s, error)
        except KgError:
            # What was claimed returns when its lease runs out. A worker that ends because of one batch helps nobody.
            log.exception(
                "a batch could not be digested, or a sleep not be slept; trying again in %d s",
                self._settings.worker_interval_s,
            )
        return Pause(skip=True, seconds=self._settings.worker_interval_s)

    def _next_pause(self) -> Pause:
        [row] = self._graph.run("ingestion/activity")
        now = self._clock.now()
        waiting = as_datetime(row["at"])
        # What is digested no longer waits, and was said all the same. The future tells nothing about who talks now.
        if waiting is not None and waiting <= now and (self._heard is None or waiting > self._heard):
            self._heard = waiting
        since = None if self._heard is None else (now - self._heard) / dt.timedelta(seconds=1)
        return pause(since, self._settings.worker_interval_s)


def _count(done: Digest) -> int:
    return done.events + done.skipped + done.failed
