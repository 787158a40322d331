"""Claimed events made ready to be stored: cut, embedded, read. It needs no database, and so runs anywhere."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from neo4j.vector import Vector

from kg.errors import ModelUnavailable
from kg.ingestion.batch_extraction import Fault, Prepared, brought, read, readable
from kg.ingestion.triage import worth_embedding, worth_extracting
from kg.knowledge import Vectors, texts_of
from kg.knowledge.vector_cache import Made
from kg.language.embedders import embed_open
from kg.language.instructions import instructing
from kg.language.passages import cut
from kg.protocols import Embedder, Extractor
from kg.settings import Settings

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Ready:
    """Events that can be stored.

    Attributes:
        prepared: each of the events, some with a fault.
        vectors: of the names, sentences and topics that will be written of them, by text.
        degraded: what was not available, and was done without.
    """

    prepared: list[Prepared]
    vectors: Mapping[str, Made] = field(default_factory=dict)
    degraded: tuple[str, ...] = ()


class Reader:
    """Makes events ready, in three steps: what `embed` gives goes to `extract`, and what that gives to `name`.

    A step may be done by another reader than the one before, in another process: they only have to be made alike.
    """

    def __init__(self, embedder: Embedder, settings: Settings, extractor: Extractor | None = None) -> None:
        """Keep what is needed.

        Args:
            embedder: makes the vectors.
            settings: sizes of passages.
            extractor: reads what events say; None: they are only made findable.
        """
        self._embedder = embedder
        self._extractor = extractor
        self._settings = settings
        self._vectors = Vectors(embedder)

    def embed(self, chunk: Sequence[Mapping[str, Any]]) -> list[Prepared]:
        """Cut the events into passages, and make their vectors.

        Raises:
            ModelUnavailable: the embedder has no weights.
        """
        prepared = [self._cut(event) for event in chunk]
        self._embed_all([one for one in prepared if one.fault is None and one.texts])
        return prepared

    def extract(self, prepared: list[Prepared]) -> Ready:
        """Fill in what the events say; an extractor that has no weights is told, and done without."""
        embedded = [one for one in prepared if one.fault is None and one.texts]
        for one in embedded:
            one.instructs = brought(one.event) and any(instructing(text) for text in one.texts)
        degraded = self._extracted([one for one in embedded if readable(one.event) and worth(one)])
        for one in prepared:
            # Large, and of no more use.
            one.hidden = ()
        return Ready(prepared, degraded=degraded)

    def name(self, ready: Ready) -> Ready:
        """Make the vectors of what will be written of the events.

        Raises:
            ModelUnavailable: the embedder has no weights.
        """
        texts = [text for one in ready.prepared if one.heard for text in texts_of(one.heard)]
        self._vectors.make(texts)
        return replace(ready, vectors=self._vectors.of(texts))

    def _extracted(self, wanted: Sequence[Prepared]) -> tuple[str, ...]:
        if self._extractor is None or not wanted:
            return ()
        try:
            failures = read(wanted, self._extractor)
        except ModelUnavailable as error:
            # Vectors and words go on without it; what was not read can be digested again.
            log.warning("nothing is extracted: %s", error)
            return (f"extraction: {error}",)
        return (f"extraction: {failures} answers of the model could not be read",) if failures else ()

    def _layers(self) -> tuple[int, ...]:
        try:
            return () if self._extractor is None else self._extractor.layers
        except ModelUnavailable:
            # Reading will meet the same, and tells it.
            return ()

    def _cut(self, event: Mapping[str, Any]) -> Prepared:
        one = Prepared(event)
        if not worth_embedding(event["event_kind"], event["text"]):
            return one
        try:
            parts = cut(
                event["text"],
                self._embedder,
                max_pieces=min(self._settings.passage_pieces, self._embedder.window - 2),
                overlap=self._settings.passage_overlap,
            )
        except ModelUnavailable:
            raise
        except Exception as error:  # noqa: BLE001 - stored with the event as the reason why it failed
            one.fault = Fault.of(error)
            return one
        one.passages = parts if len(parts) > 1 else ()
        one.texts = [part.text for part in parts]
        one.starts = [part.start for part in parts]
        return one

    def _embed_all(self, wanted: Sequence[Prepared]) -> None:
        if not wanted:
            return
        try:
            self._embed(wanted)
        except ModelUnavailable:
            raise
        except Exception as error:  # noqa: BLE001 - one event may have spoiled the batch: each is tried alone, and tells
            log.warning("embedding a batch of %d failed (%s); trying each event alone", len(wanted), error)
            for one in wanted:
                self._embed_alone(one)

    def _embed(self, wanted: Sequence[Prepared]) -> None:
        """One call with everything: the embedder sorts by length, so the more it sees at once the less it pads."""
        texts = [text for one in wanted for text in one.texts]
        vectors, states, hidden = embed_open(self._embedder, texts, self._layers())
        place = 0
        for one in wanted:
            until = place + len(one.texts)
            one.vectors = [Vector.from_numpy(row) for row in vectors[place:until]]
            one.states, one.hidden = states[place:until], hidden[place:until]
            place = until

    def _embed_alone(self, one: Prepared) -> None:
        try:
            self._embed([one])
        except ModelUnavailable:
            raise
        except Exception as error:  # noqa: BLE001 - stored with the event as the reason why it failed
            one.fault = Fault.of(error)


def worth(one: Prepared) -> bool:
    """Whether an event may state or name something."""
    return worth_extracting(one.event["event_kind"], one.event["text"])
