"""Writes that a caller does not wait for, as the counts of what a context used."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor

log = logging.getLogger(__name__)


class DeferredWrites:
    """Runs writes in background threads, so that a caller does not wait for a commit whose result it does not need.

    `wait`, which the connection calls before each statement, waits for the last write of the calling thread. So each thread reads
    its own writes, and has at most one that is not complete. A write that fails is logged.
    """

    def __init__(self, threads: int) -> None:
        """Create the queue; a thread starts with the first write that finds none idle.

        Args:
            threads: how many writes run at once.
        """
        self._executor = ThreadPoolExecutor(threads, thread_name_prefix="kg-defer")
        self._own = threading.local()

    def submit(self, what: str, write: Callable[[], object]) -> None:
        """Start a write, after the last one of this thread.

        Args:
            what: a name for the log.
            write: runs the write.
        """
        self.wait()
        self._own.last = self._executor.submit(_run_logged, what, write)

    def wait(self) -> None:
        """Wait for the last write of this thread."""
        last: Future[None] | None = self._own.__dict__.pop("last", None)
        if last is not None:
            last.result()

    def close(self) -> None:
        """Wait for the writes of all threads."""
        self._executor.shutdown()


def _run_logged(what: str, write: Callable[[], object]) -> None:
    try:
        write()
    except Exception as error:  # noqa: BLE001 - the caller has gone on; any error of the write is logged
        log.warning("%s: %s", what, error)
