"""The worker: digests in the background, consolidates when it is due, and backs off during a conversation."""

from __future__ import annotations

import datetime as dt
import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from kg.errors import ConnectionFailed, KgError
from kg.graph import as_datetime
from kg.ingestion.digester import Digester
from kg.ingestion.preparation import EventPreparer
from kg.runtime import Runtime
from kg.types import Digest

log = logging.getLogger(__name__)

_BUSY_S = 10
_RECENT_S = 60
_LONGEST_PAUSE_S = 180


@dataclass(frozen=True)
class WorkerPause:
    """What the worker does next: whether it skips this cycle, and how many seconds it waits before the next one."""

    skip: bool
    seconds: float


def choose_pause(since_activity_s: float | None, interval_s: float) -> WorkerPause:
    """Return the back-off of the worker.

    Activity less than 10 s ago: skip, and wait 3 intervals, at least 180 s. Less than 60 s ago: work, and wait 2 intervals.
    Otherwise work, and wait one interval.
    """
    if since_activity_s is None or since_activity_s < 0 or since_activity_s >= _RECENT_S:
        return WorkerPause(skip=False, seconds=interval_s)
    if since_activity_s >= _BUSY_S:
        return WorkerPause(skip=False, seconds=2 * interval_s)
    return WorkerPause(skip=True, seconds=max(3 * interval_s, _LONGEST_PAUSE_S))


class IdleTask(Protocol):
    """What a worker does when nothing is pending, such as consolidation when it is due."""

    def __call__(self, *, is_starting: bool) -> object:
        """Run the task if it is due; `is_starting` in the worker's first cycle with nothing to digest."""
        ...


class Worker:
    """Digests a scope until it is stopped; several workers may run on one scope.

    Attributes:
        digested: how many events it has digested, including skipped and failed ones.
    """

    def __init__(
        self, runtime: Runtime, idle_task: IdleTask | None = None, *, preparer: EventPreparer | None = None
    ) -> None:
        """Create a worker.

        Args:
            runtime: the scope; without an extractor, events are only made searchable.
            idle_task: what to do when nothing is pending.
            preparer: one with this embedder and extractor, shared by workers of several scopes; by default a new one.
        """
        self._graph = runtime.graph.with_own_count()
        self._settings = runtime.settings
        self._clock = runtime.clock
        self._digester = Digester(runtime, preparer=preparer)
        self._stopped = threading.Event()
        self._last_activity: dt.datetime | None = None
        self._idle_task = idle_task
        self._is_starting = True
        self.digested = 0

    def run(self) -> None:
        """Work until `stop()`; while the database is unavailable, log and retry."""
        self._stopped.wait(self._settings.worker_start_delay_s)
        while not self._stopped.is_set():
            self._stopped.wait(self.cycle().seconds)

    def stop(self) -> None:
        """Stop after the current batch or consolidation; callable from a signal handler or another thread."""
        self._stopped.set()

    def cycle(self) -> WorkerPause:
        """Digest batches until nothing is pending or a conversation is active, then rest; return how to continue."""
        while True:
            if pause := self.step():
                return pause

    def step(self) -> WorkerPause | None:
        """Digest one batch, or rest if nothing is pending; return how to continue, None where more may be pending."""
        return self._catch_errors(self._step)

    def rest(self) -> None:
        """Run the idle task if it is due, for callers that know that nothing is pending."""
        self._catch_errors(self._rest_if_due)

    def _step(self) -> WorkerPause | None:
        pause = self._next_pause()
        if pause.skip or self._stopped.is_set():
            return pause
        digest = self._digester.run(batch=self._settings.digest_batch, batches=1)
        if not _count(digest):
            self._rest_if_due()
            return pause
        self.digested += _count(digest)
        log.info("digested %d events, %d skipped, %d failed", digest.events, digest.skipped, digest.failed)
        return None

    def _rest_if_due(self) -> None:
        if self._idle_task is not None:
            self._idle_task(is_starting=self._is_starting)
            self._is_starting = False

    def _catch_errors(self, work: Callable[[], WorkerPause | None]) -> WorkerPause | None:
        try:
            return work()
        except ConnectionFailed as error:
            log.warning("the database is unavailable; retrying in %d s: %s", self._settings.worker_interval_s, error)
        except KgError:
            # Claimed events return when their leases expire. One failed batch must not end the worker.
            log.exception(
                "digestion or consolidation failed; retrying in %d s",
                self._settings.worker_interval_s,
            )
        return WorkerPause(skip=True, seconds=self._settings.worker_interval_s)

    def _next_pause(self) -> WorkerPause:
        [row] = self._graph.run("ingestion/activity")
        now = self._clock.now()
        newest_pending = as_datetime(row["at"])
        # Digested events are no longer pending, but were activity as well. Future times say nothing about activity now.
        if (
            newest_pending is not None
            and newest_pending <= now
            and (self._last_activity is None or newest_pending > self._last_activity)
        ):
            self._last_activity = newest_pending
        since = None if self._last_activity is None else (now - self._last_activity) / dt.timedelta(seconds=1)
        return choose_pause(since, self._settings.worker_interval_s)


def _count(digest: Digest) -> int:
    return digest.events + digest.skipped + digest.failed
