"""The seam of digestion: chunks of claimed events go in, and come out ready to be stored. Here: threads of this process."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, Protocol, Self

from kg.digest.preparing import Reader, Ready

Chunk = Sequence[Mapping[str, Any]]


class Readers(Protocol):
    """Whoever makes events ready. They need no database, and are told nothing of it."""

    @property
    def ahead(self) -> int:
        """How many chunks are worth being under way at once."""
        ...

    def submit(self, chunk: Chunk) -> Future[Ready]:
        """Begin with a chunk of events.

        The result raises ModelUnavailable where the embedder has no weights, or who reads is not to be had.
        """
        ...


class Threads:
    """Reads in this process: while one chunk is read, the next is embedded, since the embedder needs no Python."""

    ahead = 2

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._embedding = ThreadPoolExecutor(1, thread_name_prefix="kg-embed")
        self._reading = ThreadPoolExecutor(1, thread_name_prefix="kg-read")

    def submit(self, chunk: Chunk) -> Future[Ready]:
        """See `Readers.submit`."""
        embedded = self._embedding.submit(self._reader.embed, chunk)
        return self._reading.submit(lambda: self._reader.name(self._reader.extract(embedded.result())))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._embedding.shutdown()
        self._reading.shutdown()
