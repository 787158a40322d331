"""The seam of digestion: chunks of claimed events go in, and come out ready to be stored. Here: threads of this process."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, Protocol, Self

from kg.errors import InvalidInput
from kg.ingestion.preparation import Reader, Ready
from kg.protocols import Embedder, Extractor
from kg.settings import Settings

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


@contextlib.contextmanager
def readers_of(engine: str, settings: Settings, model: Embedder, reads: Extractor | None) -> Iterator[Readers]:
    """The readers of an engine, ended afterwards.

    Args:
        engine: `local`, threads of this process; `ray`, actors on Ray.
        settings: sizes of passages; `ray_…`.
        model: makes the vectors.
        reads: reads what events say; None: they are only made findable.

    Raises:
        InvalidInput: another engine; see also `kg.ingestion.ray_readers.Actors`.
        ModelUnavailable: Ray is not installed.
        ConnectionFailed: no Ray answers at the address of the settings.
    """
    if engine == "local":
        with Threads(Reader(model, settings, reads)) as threads:
            yield threads
    elif engine == "ray":
        from kg.ingestion.ray_readers import Actors  # noqa: PLC0415 - who does not ask for Ray does not load what is made for it

        with Actors(settings, model, reads) as actors:
            yield actors
    else:
        raise InvalidInput("engine", engine, "local or ray")
