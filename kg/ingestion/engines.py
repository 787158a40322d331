"""Preparation engines: they prepare chunks of claimed events for storing, concurrently.

This module has the protocol and the engine with threads of this process.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, Protocol, Self

from kg.errors import InvalidInput
from kg.ingestion.preparation import EventPreparer, PreparedBatch
from kg.protocols import Embedder, Extractor
from kg.settings import Settings

EventChunk = Sequence[Mapping[str, Any]]


class PreparationEngine(Protocol):
    """Prepares chunks of events. It needs no database, and gets no access to one."""

    @property
    def max_in_flight(self) -> int:
        """How many chunks to keep in flight."""
        ...

    def submit(self, chunk: EventChunk) -> Future[PreparedBatch]:
        """Start the preparation of a chunk.

        The future raises ModelUnavailable where the embedder has no weights, or no worker process is available.
        """
        ...


class ThreadEngine:
    """Prepares in this process: it embeds one chunk, extracts from another and embeds the statements of a third at a time.

    Embedding runs outside the GIL.
    """

    max_in_flight = 3

    def __init__(self, preparer: EventPreparer) -> None:
        self._preparer = preparer
        self._embedding = ThreadPoolExecutor(1, thread_name_prefix="kg-embed")
        self._extracting = ThreadPoolExecutor(1, thread_name_prefix="kg-read")
        self._naming = ThreadPoolExecutor(1, thread_name_prefix="kg-name")

    def submit(self, chunk: EventChunk) -> Future[PreparedBatch]:
        """See `PreparationEngine.submit`."""
        embedded = self._embedding.submit(self._preparer.embed, chunk)
        extracted = self._extracting.submit(lambda: self._preparer.extract(embedded.result()))
        return self._naming.submit(lambda: self._preparer.embed_names(extracted.result()))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._embedding.shutdown()
        self._extracting.shutdown()
        self._naming.shutdown()


@contextlib.contextmanager
def open_engine(
    engine: str,
    settings: Settings,
    embedder: Embedder,
    extractor: Extractor | None,
    *,
    preparer: EventPreparer | None = None,
) -> Iterator[PreparationEngine]:
    """Open a preparation engine, and close it afterwards.

    Args:
        engine: `local`, threads of this process; `ray`, actors on Ray.
        settings: sizes of passages; `ray_…`.
        embedder: makes the vectors.
        extractor: extracts from events; None: they are only made searchable.
        preparer: one with these models for this process, with the vectors that it has cached; by default a new one.

    Raises:
        InvalidInput: another engine; see also `kg.ingestion.ray_engine.RayEngine`.
        ModelUnavailable: Ray is not installed.
        ConnectionFailed: no Ray cluster answers at the address of the settings.
    """
    if engine == "local":
        with ThreadEngine(preparer or EventPreparer(embedder, settings, extractor)) as threads:
            yield threads
    elif engine == "ray":
        from kg.ingestion.ray_engine import RayEngine  # noqa: PLC0415 - loaded only where Ray is used

        with RayEngine(settings, embedder, extractor) as actors:
            yield actors
    else:
        raise InvalidInput("engine", engine, "local or ray")
