"""One pass of digestion: claim → cut, embed and read → resolve → write, three trips a batch."""

from __future__ import annotations

import datetime as dt
import itertools
import logging
import uuid
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from typing import Any

from neo4j.vector import Vector

from kg import names
from kg.digest.reading import Prepared, brought, read, readable, spoken
from kg.digest.triage import worth_embedding, worth_extracting
from kg.errors import ConnectionFailed, ModelUnavailable
from kg.graph import Graph, schema
from kg.graph.terms import memory_terms
from kg.knowledge import Lost, Vectors, Written, texts_of, write
from kg.knowledge.entities import Entities
from kg.language.embedders import embed_open
from kg.language.instructions import instructing
from kg.language.passages import Passage, cut
from kg.records import Digest
from kg.seams import Clock, Embedder, Extractor
from kg.settings import Settings

log = logging.getLogger(__name__)

# So much text is prepared and stored at once: a claim of long texts is worked off in parts that fit one transaction.
# The hidden states of 30,000 characters take about 50 MB, and two chunks are on their way at once.
_CHUNK_CHARS = 30_000
# With these an event has been digested for good, and counts for who said it.
_DONE = frozenset({"complete", "skipped"})
_PASSING = (ConnectionError, TimeoutError, ConnectionFailed)


class Digester:
    """Digests one scope's events for one worker.

    Attributes:
        worker: the id that its claims carry.
    """

    def __init__(
        self, graph: Graph, embedder: Embedder, settings: Settings, clock: Clock, extractor: Extractor | None = None
    ) -> None:
        """Keep what is needed.

        Args:
            graph: the scope.
            embedder: makes the vectors.
            settings: sizes of batches, leases, retries.
            clock: the time.
            extractor: reads what events say; None: they are only made findable.
        """
        self._graph = graph.counting()
        self._embedder = embedder
        self._extractor = extractor
        self._vectors = Vectors(embedder)
        self._entities = Entities(self._graph, embedder, clock)
        self._degraded: dict[str, None] = {}
        self._claimed: list[list[Mapping[str, Any]]] = []
        self._settings = settings
        self._clock = clock
        self.worker = uuid.uuid4().hex

    def run(self, *, batch: int | None = None, batches: int | None = None) -> Digest:
        """Digest what is pending: all of it, or at most so many batches.

        While one chunk is read, the next is embedded and the last is stored: the embedder needs no Python and the database is
        another process.

        Args:
            batch: events claimed at once; by default the setting `digest_bulk`.
            batches: batches at most; by default until nothing is pending.

        Raises:
            ModelUnavailable: the embedder has no weights; what was claimed is pending again.
            ConnectionFailed: the database does not answer; claims lapse by themselves.
        """
        start = self._graph.trips
        self._degraded.clear()
        done = Digest()
        storing: Future[Digest] | None = None
        embedded: Future[list[Prepared]] | None = None
        with (
            ThreadPoolExecutor(1, thread_name_prefix="kg-store") as writer,
            ThreadPoolExecutor(1, thread_name_prefix="kg-embed") as reader,
        ):
            try:
                for chunk in itertools.chain(self._chunks(batch or self._settings.digest_bulk, batches), [None]):
                    ahead = None if chunk is None else reader.submit(self._embedded, chunk)
                    if embedded is not None:
                        prepared = self._read(embedded.result())
                        done = _sum(done, storing)
                        storing = writer.submit(self._store, prepared)
                    embedded = ahead
                done = _sum(done, storing)
            except ModelUnavailable:
                self._release()
                raise
        return replace(done, trips=self._graph.trips - start, degraded=tuple(self._degraded))

    def _chunks(self, size: int, batches: int | None) -> Iterator[list[Mapping[str, Any]]]:
        for events in self._claims(size, batches):
            # What was claimed before the last claim is read and on its way by now.
            self._claimed = [*self._claimed[-1:], events]
            yield from _chunks(events)

    def _claims(self, size: int, batches: int | None) -> Iterator[list[Mapping[str, Any]]]:
        while batches is None or batches > 0:
            now = self._clock.now()
            until = now + dt.timedelta(seconds=self._settings.lease_s)
            rows = self._graph.run("digest/claim", worker=self.worker, now=now, lease_until=until, limit=size)
            events = list(rows[0]["events"]) if rows else []
            if not events:
                return
            self._same_model(events, rows[0]["model"])
            yield events
            batches = None if batches is None else batches - 1

    def _same_model(self, events: list[Mapping[str, Any]], model: Sequence[Any]) -> None:
        """What was claimed is given back where the scope was given another model since it was opened."""
        if tuple(model) != (self._embedder.name, self._embedder.dimension):
            self._claimed = [events]
            self._release()
            raise schema.other_model(self._graph.scope, self._embedder, *model)

    def _embedded(self, chunk: Sequence[Mapping[str, Any]]) -> list[Prepared]:
        prepared = [self._cut(event) for event in chunk]
        self._embed_all([one for one in prepared if one.error is None and one.texts])
        return prepared

    def _layers(self) -> tuple[int, ...]:
        try:
            return () if self._extractor is None else self._extractor.layers
        except ModelUnavailable:
            # Reading will meet the same, and tells it.
            return ()

    def _read(self, prepared: list[Prepared]) -> list[Prepared]:
        """Fill in what the events say, and make the vectors of what will be written of it."""
        embedded = [one for one in prepared if one.error is None and one.texts]
        for one in embedded:
            one.instructs = brought(one.event) and any(instructing(text) for text in one.texts)
        wanted = [one for one in embedded if readable(one.event) and _worth(one)]
        if self._extractor is None or not wanted:
            return prepared
        try:
            failures = read(wanted, self._extractor)
        except ModelUnavailable as error:
            # Vectors and words go on without it; what was not read can be digested again.
            self._degraded[f"extraction: {error}"] = None
            log.warning("nothing is extracted: %s", error)
            return prepared
        if failures:
            self._degraded[f"extraction: {failures} answers of the model could not be read"] = None
        self._vectors.make(text for one in wanted if one.heard for text in texts_of(one.heard))
        for one in wanted:
            one.hidden = ()
        return prepared

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
            one.error = error
            return one
        one.passages = parts if len(parts) > 1 else ()
        one.texts = [part.text for part in parts]
        one.starts = [part.start for part in parts]
        return one

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
            one.error = error

    def _release(self) -> None:
        """Give what is claimed back unharmed, what is stored already left out: nothing was wrong with the events."""
        events = [event for claim in self._claimed for event in claim]
        self._write([(Prepared(event), _row(event, "pending", None, event["attempts"], None)) for event in events])

    def _store(self, prepared: Sequence[Prepared]) -> Digest:
        now = self._clock.now()
        rows = [(one, self._outcome(one, now)) for one in prepared]
        stored = self._write(rows)
        if stored.linked:
            # Seldom, and a trip or two more: what may be one thing is made one where enough events say so.
            self._entities.confirm(stored.linked)
        held = [row["status"] for _, row in rows if row["id"] in set(stored.stored)]
        return Digest(
            events=held.count("complete"),
            passages=stored.passages,
            entities=stored.entities,
            facts=len(stored.facts),
            topics=stored.topics,
            skipped=held.count("skipped"),
            failed=held.count("failed") + held.count("failed_permanent"),
        )

    def _write(self, rows: Sequence[tuple[Prepared, dict[str, Any]]]) -> Written:
        """Write what is still held: what another worker has taken over meanwhile is left to it."""
        while rows:
            try:
                return write(
                    self._graph,
                    [one.heard for one, row in rows if one.heard and row["status"] == "complete"],
                    vectors=self._vectors,
                    now=self._clock.now(),
                    worker=self.worker,
                    events=[row for _, row in rows],
                    spoken=[said for one, row in rows if row["status"] in _DONE for said in spoken(one.event)],
                    fading_days=self._settings.violation_half_life_days,
                )
            except Lost as lost:
                rows = [(one, row) for one, row in rows if row["id"] not in lost.events]
        return Written()

    def _outcome(self, one: Prepared, now: dt.datetime) -> dict[str, Any]:
        if one.error is not None:
            return self._failure(one, one.error, now)
        row = _row(one.event, "complete" if _worth(one) else "skipped", None, one.event["attempts"], None)
        row["instructs"] = one.instructs or None
        if one.passages:
            terms = _terms(self._graph.scope, "passage", one.event)
            cut_up = enumerate(zip(one.passages, one.vectors, one.states, strict=True))
            row["passages"] = [
                _passage(one.event["id"], terms, place, part, vector, states)
                for place, (part, vector, states) in cut_up
            ]
            # Its passages are found in its stead: full text need not weigh, nor bring, the same words twice.
            row["terms"] = _terms(self._graph.scope, "whole", one.event)
        elif one.vectors:
            row["vector"], row["states"] = one.vectors[0], one.states[0]
        return row

    def _failure(self, one: Prepared, error: BaseException, now: dt.datetime) -> dict[str, Any]:
        """Passing faults are tried again after 1, 2, 4 … s; anything else is set aside with its error."""
        attempts = int(one.event["attempts"])
        told = f"{type(error).__name__}: {error}"[:500]
        if isinstance(error, _PASSING) and attempts < self._settings.retry_attempts:
            wait = dt.timedelta(seconds=self._settings.retry_delay_s * 2**attempts)
            return _row(one.event, "failed", told, attempts + 1, now + wait)
        log.error("event %s cannot be digested: %s", one.event["id"], told)
        return _row(one.event, "failed_permanent", told, attempts, None)


def requeue(graph: Graph, now: dt.datetime) -> None:
    """Put the events that were set aside with an error back into the queue."""
    graph.counting().run("digest/requeue", now=now)


def queue(graph: Graph, now: dt.datetime) -> dict[str, int]:
    """How many events are pending, processing, failed, failed_permanent, and how many claims are stale."""
    [row] = graph.run("digest/queue", now=now)
    return {key: int(row[key]) for key in ("pending", "processing", "failed", "failed_permanent", "stale")}


def _sum(done: Digest, storing: Future[Digest] | None) -> Digest:
    if storing is None:
        return done
    more = storing.result()
    return Digest(
        events=done.events + more.events,
        passages=done.passages + more.passages,
        entities=done.entities + more.entities,
        facts=done.facts + more.facts,
        topics=done.topics + more.topics,
        skipped=done.skipped + more.skipped,
        failed=done.failed + more.failed,
    )


def _chunks(events: Sequence[Mapping[str, Any]]) -> Iterator[list[Mapping[str, Any]]]:
    chunk: list[Mapping[str, Any]] = []
    size = 0
    for event in events:
        if chunk and size + len(event["text"]) > _CHUNK_CHARS:
            yield chunk
            chunk, size = [], 0
        chunk.append(event)
        size += len(event["text"])
    yield chunk


def _worth(one: Prepared) -> bool:
    return worth_extracting(one.event["event_kind"], one.event["text"])


def _row(
    event: Mapping[str, Any], status: str, error: str | None, attempts: int, retry_at: dt.datetime | None
) -> dict[str, Any]:
    return {
        "id": event["id"],
        "status": status,
        "error": error,
        "attempts": attempts,
        "retry_at": retry_at,
        "vector": None,
        "states": None,
        "terms": None,
        "instructs": None,
        "passages": [],
    }


def _terms(scope: str, kind: str, event: Mapping[str, Any]) -> str:
    """What an event and its passages are filtered by."""
    shared = {key: event[key] for key in ("audience", "session", "channel", "speaker", "speaker_name")}
    return memory_terms(scope, kind, {**shared, "at": event["at"].to_native()})


def _passage(event: str, terms: str, place: int, part: Passage, vector: Any, states: bytes | None) -> dict[str, Any]:
    return {
        "id": names.passage_id(event, place),
        "ordinal": place,
        "text": part.text,
        "start": part.start,
        "end": part.end,
        "terms": terms,
        "vector": vector,
        "states": states,
    }
