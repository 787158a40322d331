"""Prepare claimed events for storing: cut, embed and extract. It needs no database, so it can run anywhere."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from neo4j.vector import Vector

from kg.errors import ModelUnavailable
from kg.extraction import estimate_salience, may_be_answered
from kg.ingestion.batch_extraction import (
    PreparationFault,
    PreparedEvent,
    extract_events,
    is_extractable,
    is_tool_output,
    list_spoken_messages,
)
from kg.ingestion.triage import worth_embedding, worth_extracting
from kg.knowledge import CachedVector, VectorCache, collect_embedding_texts
from kg.language import MINILM_NAME, embed_with_hidden_states, find_instructions, split_passages
from kg.protocols import CachingExtractor, Embedder, Extractor
from kg.settings import Settings

log = logging.getLogger(__name__)
# About 5 MB of names, sentences and topics that recur from message to message.
_KEPT_VECTORS = 2_048


@dataclass(frozen=True)
class PreparedBatch:
    """Events that can be stored.

    Attributes:
        prepared: the events, some with a fault.
        vectors: of the names, sentences and topics that will be written, by text.
        degraded: what was unavailable and left out.
    """

    prepared: list[PreparedEvent]
    vectors: Mapping[str, CachedVector] = field(default_factory=dict)
    degraded: tuple[str, ...] = ()


class EventPreparer:
    """Prepares events in three steps: `embed`, `extract` on its result, and `embed_names` on that result.

    The steps may run in different preparers, in different processes, if these have the same models.
    """

    def __init__(self, embedder: Embedder, settings: Settings, extractor: Extractor | None = None) -> None:
        """Create a preparer.

        Args:
            embedder: makes the vectors.
            settings: sizes of passages.
            extractor: extracts from events; None: they are only made searchable.
        """
        self._embedder = embedder
        self._extractor = extractor
        self._settings = settings
        self._vectors = VectorCache(embedder, max_entries=_KEPT_VECTORS)

    def clear_cache(self) -> None:
        """Remove the texts and vectors that were kept for the next events, as after something was erased."""
        from kg.extraction import clear_recent_messages  # noqa: PLC0415 - its imports would slow every start

        self._vectors.clear()
        clear_recent_messages()
        if isinstance(self._extractor, CachingExtractor):
            self._extractor.clear_cache()

    def embed(self, chunk: Sequence[Mapping[str, Any]]) -> list[PreparedEvent]:
        """Cut the events into passages, and embed these.

        Raises:
            ModelUnavailable: the embedder has no weights.
        """
        prepared = [self._cut_event(event) for event in chunk]
        self._embed_all(
            [prepared_event for prepared_event in prepared if prepared_event.fault is None and prepared_event.texts]
        )
        return prepared

    def extract(self, prepared: list[PreparedEvent]) -> PreparedBatch:
        """Extract from the events; an extractor without weights is reported as degraded."""
        embedded = [
            prepared_event for prepared_event in prepared if prepared_event.fault is None and prepared_event.texts
        ]
        for prepared_event in embedded:
            prepared_event.has_instructions = is_tool_output(prepared_event.event) and any(
                find_instructions(text) for text in prepared_event.texts
            )
        degraded = self._extract_all(
            [
                prepared_event
                for prepared_event in embedded
                if is_extractable(prepared_event.event) and is_worth_extracting(prepared_event)
            ]
        )
        for prepared_event in prepared:
            if list_spoken_messages(prepared_event.event) and prepared_event.fault is None:
                prepared_event.salience = self._rate(prepared_event)
            # Large, and no longer needed.
            prepared_event.hidden_states = ()
        return PreparedBatch(prepared, degraded=degraded)

    def embed_names(self, ready: PreparedBatch) -> PreparedBatch:
        """Embed the texts that will be written for the events.

        Raises:
            ModelUnavailable: the embedder has no weights.
        """
        texts = [
            text
            for prepared_event in ready.prepared
            if prepared_event.extracted
            for text in collect_embedding_texts(prepared_event.extracted)
        ]
        return replace(ready, vectors=self._vectors.select_or_embed(texts))

    def _extract_all(self, events: Sequence[PreparedEvent]) -> tuple[str, ...]:
        if self._extractor is None or not events:
            return ()
        try:
            failures = extract_events(events, self._extractor)
        except ModelUnavailable as error:
            # Vectors and full text do without it; the events can be digested again later.
            log.warning("extraction is skipped: %s", error)
            return (f"extraction: {error}",)
        reports = [f"extraction: {failures} answers of the model could not be parsed"] if failures else []
        reports += [_describe_unread(one) for one in events if len(one.read_texts) < len(one.texts)]
        return tuple(reports)

    def _rate(self, prepared_event: PreparedEvent) -> float:
        """Return the salience of a message: that of its most salient passage."""
        extracted = prepared_event.extracted
        worths = [statement.worth for statement in extracted.statements] if extracted else []
        if self._embedder.name != MINILM_NAME or not prepared_event.vectors:
            return estimate_salience(prepared_event.event["text"], worths, None)
        pairs = zip(prepared_event.texts, prepared_event.vectors, strict=True)
        return max(estimate_salience(text, worths, vector.to_numpy()) for text, vector in pairs)

    def _hidden_layers(self) -> tuple[int, ...]:
        try:
            return () if self._extractor is None else self._extractor.layers
        except ModelUnavailable:
            # The extraction step will report the same error.
            return ()

    def _cut_event(self, event: Mapping[str, Any]) -> PreparedEvent:
        prepared_event = PreparedEvent(event)
        if not worth_embedding(event["event_kind"], event["text"]):
            return prepared_event
        try:
            parts = split_passages(
                event["text"],
                self._embedder,
                max_pieces=min(self._settings.passage_pieces, self._embedder.window - 2),
                overlap=self._settings.passage_overlap,
            )
        except ModelUnavailable:
            raise
        except Exception as error:  # noqa: BLE001 - stored with the event as the reason why it failed
            prepared_event.fault = PreparationFault.from_error(error)
            return prepared_event
        if len(parts) > 1:
            # Brackets and emoji without a word say nothing that could be searched.
            parts = [part for part in parts if any(map(str.isalnum, part.text))] or parts[:1]
        prepared_event.passages = parts if len(parts) > 1 else ()
        prepared_event.texts = [part.text for part in parts]
        prepared_event.starts = [part.start for part in parts]
        return prepared_event

    def _embed_all(self, events: Sequence[PreparedEvent]) -> None:
        if not events:
            return
        try:
            self._embed(events)
        except ModelUnavailable:
            raise
        except Exception as error:  # noqa: BLE001 - a single event may have caused it: each is tried alone
            log.warning("embedding a batch of %d failed (%s); trying each event alone", len(events), error)
            for prepared_event in events:
                self._embed_alone(prepared_event)

    def _embed(self, events: Sequence[PreparedEvent]) -> None:
        """Embed all texts in one call: the embedder sorts by length, so larger calls need less padding."""
        texts = [text for prepared_event in events for text in prepared_event.texts]
        vectors, states, hidden = embed_with_hidden_states(self._embedder, texts, self._hidden_layers())
        offset = 0
        for prepared_event in events:
            end = offset + len(prepared_event.texts)
            prepared_event.vectors = [Vector.from_numpy(row) for row in vectors[offset:end]]
            prepared_event.token_states, prepared_event.hidden_states = states[offset:end], hidden[offset:end]
            offset = end

    def _embed_alone(self, prepared_event: PreparedEvent) -> None:
        try:
            self._embed([prepared_event])
        except ModelUnavailable:
            raise
        except Exception as error:  # noqa: BLE001 - stored with the event as the reason why it failed
            prepared_event.fault = PreparationFault.from_error(error)


def _describe_unread(prepared_event: PreparedEvent) -> str:
    """Return how much of a long message was read for names and statements."""
    event, read = prepared_event.event, prepared_event.read_texts
    end = prepared_event.starts[len(read) - 1] + len(read[-1])
    return (
        f"extraction: of message {event['id']}, of {len(event['text']):,} characters, only the first {end:,} were read for"
        " names and statements; log long texts in parts"
    )


def is_worth_extracting(prepared_event: PreparedEvent) -> bool:
    """Whether an event may state or name something."""
    event = prepared_event.event
    last = event["earlier"][-1] if event["earlier"] else None
    is_answer = last is not None and may_be_answered(last["text"]) and last["speaker"] != event["person_name"]
    return worth_extracting(event["event_kind"], event["text"], is_answer=is_answer)
