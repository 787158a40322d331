"""The memory that a server works on: opened in the background, so that the server answers at once, and digested there."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TYPE_CHECKING

from kg.errors import KgError, Refused

if TYPE_CHECKING:
    from kg.ingestion import Worker
    from kg.memory import Memory

logger = logging.getLogger(__name__)
_LONGEST_STOP_S = 5.0


class ServedMemory:
    """A memory that is opened in the background; `get` waits for it. If opening fails, the next `get` tries again."""

    def __init__(self, open_memory: Callable[[], Memory], *, works: bool = True) -> None:
        """Store how to open the memory.

        Args:
            open_memory: opens it; `close` closes it.
            works: whether to digest pending events, and to run due sleeps, in the background.
        """
        self._open_memory = open_memory
        self._works = works
        self._lock = threading.Lock()
        self._threads = ThreadPoolExecutor(1, thread_name_prefix="kg-background")
        self._stopped = False
        self._worker: Worker | None = None
        self._working: threading.Thread | None = None
        self._opening: Future[Memory] | None = None

    @classmethod
    def of(cls, memory: Memory) -> ServedMemory:
        """Return a memory that is open already; without work in the background."""
        return cls(lambda: memory, works=False)

    def start(self) -> Future[Memory]:
        """Begin to open the memory, unless it is open or being opened; return the opening.

        Raises:
            Refused: the server stops.
        """
        with self._lock:
            if self._stopped:
                raise Refused("the server stops")
            opening = self._opening
            if opening is None or (opening.done() and opening.exception() is not None):
                opening = self._opening = self._threads.submit(self._open)
            return opening

    def start_later(self, seconds: float) -> None:
        """Begin to open the memory after a while, in which this process can answer."""
        timer = threading.Timer(seconds, self._start_unless_stopped)
        timer.daemon = True
        timer.start()

    def get(self) -> Memory:
        """Return the memory, when it is open.

        Raises:
            KgError: it cannot be opened.
        """
        return self.start().result()

    def digest_later(self, ids: Sequence[str]) -> None:
        """Digest some events in the background."""
        self._threads.submit(self._digest, list(ids))

    def close(self) -> None:
        """Stop the work in the background, and close the memory."""
        with self._lock:
            self._stopped = True
        if self._worker is not None and self._working is not None:
            self._worker.stop()
            self._working.join(_LONGEST_STOP_S)
        self._threads.shutdown(wait=True, cancel_futures=True)
        opening = self._opening
        if self._works and opening is not None and not opening.cancelled() and opening.exception() is None:
            opening.result().close()

    def _start_unless_stopped(self) -> None:
        if not self._stopped:
            self.start()

    def _open(self) -> Memory:
        memory = self._open_memory()
        if self._works:
            self._worker = memory.worker()
            self._working = threading.Thread(target=self._worker.run, name="kg-worker", daemon=True)
            self._working.start()
        return memory

    def _digest(self, ids: list[str]) -> None:
        try:
            self.get().digest(only=ids)
        except KgError:
            # The events stay pending, and the worker digests them later.
            logger.exception("the events were not digested")
