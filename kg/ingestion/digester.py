"""One pass of digestion: claim → cut, embed and read → resolve → write, three trips a batch."""

from __future__ import annotations

import datetime as dt
import itertools
import logging
import uuid
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ThreadPoolExecutor, wait
from dataclasses import replace
from typing import Any

from kg.errors import ModelUnavailable
from kg.graph import Graph, schema
from kg.graph.full_text import memory_terms
from kg.ingestion.batch_extraction import Fault, Prepared, spoken
from kg.ingestion.preparation import Reader, Ready, worth
from kg.ingestion.readers import Chunk, Readers, Threads
from kg.knowledge import Lost, Vectors, Written, write
from kg.knowledge.entities import Entities
from kg.language.passages import Passage
from kg.protocols import Clock, Embedder, Extractor
from kg.settings import Settings
from kg.types import Digest, identifiers

log = logging.getLogger(__name__)

# So much text is prepared and stored at once: a claim of long texts is worked off in parts that fit one transaction.
# The hidden states of 30,000 characters take about 50 MB, and a reader has two chunks at once.
_CHUNK_CHARS = 30_000
# With these an event has been digested for good, and counts for who said it.
_DONE = frozenset({"complete", "skipped"})


class Digester:
    """Digests one scope's events for one worker.

    Attributes:
        worker: the id that its claims carry.
    """

    def __init__(
        self,
        graph: Graph,
        embedder: Embedder,
        settings: Settings,
        clock: Clock,
        extractor: Extractor | None = None,
        *,
        reader: Reader | None = None,
    ) -> None:
        """Keep what is needed.

        Args:
            graph: the scope.
            embedder: makes the vectors.
            settings: sizes of batches, leases, retries.
            clock: the time.
            extractor: reads what events say; None: they are only made findable.
            reader: one of this embedder and extractor that digesters of other scopes share; by default one of its own.
        """
        self._graph = graph.counting()
        self._embedder = embedder
        self._reader = reader or Reader(embedder, settings, extractor)
        self._vectors = Vectors(embedder)
        self._entities = Entities(self._graph, embedder, clock)
        self._degraded: dict[str, None] = {}
        self._held: dict[str, Mapping[str, Any]] = {}
        self._held_since = clock.now()
        self._settings = settings
        self._clock = clock
        self.worker = uuid.uuid4().hex

    def run(self, *, batch: int | None = None, batches: int | None = None, readers: Readers | None = None) -> Digest:
        """Digest what is pending: all of it, or at most so many batches.

        While some chunks are made ready, one that is ready is stored: the database is another process.

        Args:
            batch: events claimed at once; by default the setting `digest_bulk`.
            batches: batches at most; by default until nothing is pending.
            readers: who makes events ready; by default threads of this process.

        Raises:
            ModelUnavailable: the embedder has no weights; what was claimed is pending again.
            ConnectionFailed: the database does not answer; claims lapse by themselves.
        """
        if readers is None:
            with Threads(self._reader) as threads:
                return self.run(batch=batch, batches=batches, readers=threads)
        start = self._graph.trips
        self._degraded.clear()
        self._held.clear()
        # The readers keep what they made; here it is only passed on.
        self._vectors = Vectors(self._embedder)
        chunks = self._chunks(batch or self._settings.digest_bulk, batches)
        with ThreadPoolExecutor(1, thread_name_prefix="kg-store") as writer:
            try:
                done = self._through(chunks, readers, writer)
            except ModelUnavailable:
                self._release()
                raise
        return replace(done, trips=self._graph.trips - start, degraded=tuple(self._degraded))

    def _through(self, chunks: Iterator[Chunk], readers: Readers, writer: Executor) -> Digest:
        """Keep the readers busy, and store what is ready, one chunk after the other."""
        done = Digest()
        storing: Future[Digest] | None = None
        reading: deque[Future[Ready]] = deque()
        for chunk in itertools.chain(chunks, [None]):
            if chunk is not None:
                reading.append(readers.submit(chunk))
            # The last are waited for; until then, as many are under way as keep the readers busy.
            while reading and (chunk is None or len(reading) >= readers.ahead):
                ready = _first(reading)
                done = _sum(done, storing)
                storing = writer.submit(self._store, ready)
                self._renew()
        return _sum(done, storing)

    def _chunks(self, size: int, batches: int | None) -> Iterator[Chunk]:
        for events in self._claims(size, batches):
            yield from _chunks(events)

    def _claims(self, size: int, batches: int | None) -> Iterator[list[Mapping[str, Any]]]:
        while batches is None or batches > 0:
            now = self._clock.now()
            rows = self._graph.run(
                "ingestion/claim", worker=self.worker, now=now, lease_until=self._until(now), limit=size
            )
            events = list(rows[0]["events"]) if rows else []
            if not events:
                return
            if not self._held:
                self._held_since = now
            self._held |= {event["id"]: event for event in events}
            self._same_model(rows[0]["model"])
            yield events
            batches = None if batches is None else batches - 1

    def _until(self, now: dt.datetime) -> dt.datetime:
        return now + dt.timedelta(seconds=self._settings.lease_s)

    def _same_model(self, model: Sequence[Any]) -> None:
        """What was claimed is given back where the scope was given another model since it was opened."""
        if tuple(model) != (self._embedder.name, self._embedder.dimension):
            self._release()
            raise schema.other_model(self._graph.scope, self._embedder, *model)

    def _renew(self) -> None:
        """Hold on to what is claimed while something comes of it; who hangs loses it."""
        now = self._clock.now()
        if self._held and now - self._held_since >= dt.timedelta(seconds=self._settings.lease_s / 2):
            # The keys of a dict are listed in one step, whatever the thread that stores does.
            self._graph.run(
                "ingestion/renew_claims", worker=self.worker, events=list(self._held), lease_until=self._until(now)
            )
            self._held_since = now

    def _release(self) -> None:
        """Give what is claimed back unharmed, what is stored already left out: nothing was wrong with the events."""
        events = list(self._held.values())
        self._write([(Prepared(event), _row(event, "pending", None, event["attempts"], None)) for event in events])

    def _store(self, ready: Ready) -> Digest:
        now = self._clock.now()
        self._vectors.take(ready.vectors)
        self._degraded |= dict.fromkeys(ready.degraded)
        rows = [(one, self._outcome(one, now)) for one in ready.prepared]
        stored = self._write(rows)
        for one in ready.prepared:
            self._held.pop(one.event["id"], None)
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
        if one.fault is not None:
            return self._failure(one, one.fault, now)
        row = _row(one.event, "complete" if worth(one) else "skipped", None, one.event["attempts"], None)
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

    def _failure(self, one: Prepared, fault: Fault, now: dt.datetime) -> dict[str, Any]:
        """Passing faults are tried again after 1, 2, 4 … s; anything else is set aside with its error."""
        attempts = int(one.event["attempts"])
        if fault.passing and attempts < self._settings.retry_attempts:
            wait = dt.timedelta(seconds=self._settings.retry_delay_s * 2**attempts)
            return _row(one.event, "failed", fault.told, attempts + 1, now + wait)
        log.error("event %s cannot be digested: %s", one.event["id"], fault.told)
        return _row(one.event, "failed_permanent", fault.told, attempts, None)


def requeue(graph: Graph, now: dt.datetime) -> None:
    """Put the events that were set aside with an error back into the queue."""
    graph.counting().run("ingestion/requeue", now=now)


def queue(graph: Graph, now: dt.datetime) -> dict[str, int]:
    """How many events are pending, processing, failed, failed_permanent, and how many claims are stale."""
    [row] = graph.run("ingestion/queue", now=now)
    return {key: int(row[key]) for key in ("pending", "processing", "failed", "failed_permanent", "stale")}


def _first(reading: deque[Future[Ready]]) -> Ready:
    """The first that is ready, out of those under way: nothing waits for one that takes long. Their order is no matter."""
    wait(reading, return_when=FIRST_COMPLETED)
    place = next(place for place, each in enumerate(reading) if each.done())
    found = reading[place]
    del reading[place]
    return found.result()


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
        "id": identifiers.passage_id(event, place),
        "ordinal": place,
        "text": part.text,
        "start": part.start,
        "end": part.end,
        "terms": terms,
        "vector": vector,
        "states": states,
    }
