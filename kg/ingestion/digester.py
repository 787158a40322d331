"""One pass of digestion: claim → cut, embed and extract → resolve → write, with three round trips per batch.

A fourth reads which earlier facts the messages of the batch may end.
"""

from __future__ import annotations

import datetime as dt
import itertools
import logging
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ThreadPoolExecutor, wait
from dataclasses import replace
from typing import Any

from kg.errors import ModelUnavailable
from kg.events import Message, append_events, validate_events
from kg.graph import Graph, GraphTransaction, embedder_mismatch, memory_terms
from kg.ingestion.batch_extraction import (
    PreparationFault,
    PreparedEvent,
    is_extractable,
    list_spoken_messages,
)
from kg.ingestion.engines import EventChunk, PreparationEngine, ThreadEngine
from kg.ingestion.leases import ClaimedEvents, Leases
from kg.ingestion.outdated_facts import end_outdated_facts
from kg.ingestion.preparation import EventPreparer, PreparedBatch, is_worth_extracting
from kg.ingestion.standing_feedback import learn_standing_feedback
from kg.knowledge import BatchResult, Entities, LeaseLost, TrustPolicy, VectorCache, redigest_batch, write_batch
from kg.language import Passage
from kg.memories import Learnings
from kg.runtime import Runtime
from kg.types import Digest, passage_id

log = logging.getLogger(__name__)

# Text per chunk: a claim of long texts is processed in parts that fit one transaction.
# The hidden states of 30,000 characters take about 50 MB, and a reader has three chunks at once.
_CHUNK_CHARS = 30_000
# With these statuses digestion is final, and the message counts for the trust of its sender.
_FINAL_STATUSES = frozenset({"complete", "skipped"})


class Digester:
    """Digests one scope's events for one worker."""

    def __init__(self, runtime: Runtime, *, preparer: EventPreparer | None = None) -> None:
        """Create a digester.

        Args:
            runtime: the scope; without an extractor, events are only made searchable.
            preparer: one with this embedder and extractor, shared by digesters of several scopes; by default a new one.
        """
        runtime = runtime.with_own_count()
        self._runtime = runtime
        self._graph = runtime.graph
        self._embedder = runtime.embedder
        self._preparer = preparer or EventPreparer(runtime.embedder, runtime.settings, runtime.extractor)
        self._vectors = VectorCache(runtime.embedder)
        self._entities = Entities(runtime)
        self._learnings = Learnings(runtime)
        self._degraded: dict[str, None] = {}
        self._leases = Leases(runtime)
        self._settings = runtime.settings
        self._clock = runtime.clock

    def add(self, message: Message) -> list[str]:
        """Append a message and digest it; return its id, in a list.

        It is claimed in the transaction that appends it, so that it is pending for no other worker, and embedded meanwhile.

        Args:
            message: one message.

        Raises:
            InvalidInput: names the field; nothing was written.
            ModelUnavailable: the embedder has no weights; the event is logged, and pending.
            ConnectionFailed: the database does not answer; if the event is logged, its claim expires.
        """
        [valid] = validate_events(message, scope=self._graph.scope, now=self._clock.now(), settings=self._settings)
        with ThreadPoolExecutor(1, thread_name_prefix="kg-embed") as embedding:
            embedded = embedding.submit(self._preparer.embed, [{"event_kind": valid.kind, "text": valid.text}])
            ids, claim = self._graph.transact(lambda turn: self._append_and_claim(turn, message))
            if claim.events:
                self._hold(claim)
                try:
                    [prepared_event] = embedded.result()
                    prepared_event.event = claim.events[0]
                    self._store(self._preparer.embed_names(self._preparer.extract([prepared_event])))
                except ModelUnavailable:
                    self._release()
                    raise
        return ids

    def _append_and_claim(self, turn: GraphTransaction, message: Message) -> tuple[list[str], ClaimedEvents]:
        ids = append_events(self._runtime.with_graph(turn), message)
        return ids, self._leases.claim_some(ids, turn)

    def run(
        self,
        *,
        batch: int | None = None,
        batches: int | None = None,
        engine: PreparationEngine | None = None,
        only: Sequence[str] | None = None,
    ) -> Digest:
        """Digest what is pending: all of it, at most some batches, or only some events.

        Chunks are prepared while an earlier one is stored, since the database is another process.

        Args:
            batch: events claimed at once; by default the setting `digest_bulk`.
            batches: batches at most; by default until nothing is pending.
            engine: prepares the events; by default threads of this process.
            only: ids of the events, if not all; those that are not pending are left alone.

        Raises:
            ModelUnavailable: the embedder has no weights; the claimed events are pending again.
            ConnectionFailed: the database does not answer; the claims expire.
        """
        if engine is None:
            with ThreadEngine(self._preparer) as threads:
                return self.run(batch=batch, batches=batches, engine=threads, only=only)
        start = self._graph.trips
        self._degraded.clear()
        self._leases.clear()
        # The engine caches vectors across runs; this cache only passes them on.
        self._vectors = VectorCache(self._embedder)
        chunks = self._claim_chunks(batch or self._settings.digest_bulk, batches if only is None else 1, only)
        with ThreadPoolExecutor(1, thread_name_prefix="kg-store") as writer:
            try:
                total = self._prepare_and_store(chunks, engine, writer)
            except ModelUnavailable:
                self._release()
                raise
        return replace(total, trips=self._graph.trips - start, degraded=tuple(self._degraded))

    def _prepare_and_store(self, chunks: Iterator[EventChunk], engine: PreparationEngine, writer: Executor) -> Digest:
        """Keep the engine busy, and store prepared chunks one after the other."""
        total = Digest()
        storing: Future[Digest] | None = None
        preparing: deque[Future[PreparedBatch]] = deque()
        for chunk in itertools.chain(chunks, [None]):
            if chunk is not None:
                preparing.append(engine.submit(chunk))
            # Keep as many chunks in flight as the engine needs; wait for the rest at the end.
            while preparing and (chunk is None or len(preparing) >= engine.max_in_flight):
                prepared_batch = _next_prepared(preparing)
                total = _add_digests(total, storing)
                storing = writer.submit(self._store, prepared_batch)
                self._leases.renew()
        return _add_digests(total, storing)

    def _claim_chunks(self, size: int, batches: int | None, only: Sequence[str] | None) -> Iterator[EventChunk]:
        for events in self._claim_batches(size, batches, only):
            yield from _split_into_chunks(events)

    def _claim_batches(self, size: int, batches: int | None, only: Sequence[str] | None) -> Iterator[EventChunk]:
        while batches is None or batches > 0:
            claim = self._leases.claim_oldest(size) if only is None else self._leases.claim_some(only)
            if not claim.events:
                return
            self._hold(claim)
            yield claim.events
            batches = None if batches is None else batches - 1

    def _hold(self, claim: ClaimedEvents) -> None:
        """Hold claimed events; release them and raise if the scope has another embedding model since it was opened."""
        self._leases.hold(claim)
        if tuple(claim.model) != (self._embedder.name, self._embedder.dimension):
            self._release()
            raise embedder_mismatch(self._graph.scope, self._embedder, *claim.model)

    def _release(self) -> None:
        """Set the claimed events that are not stored yet back to pending: nothing was wrong with them."""
        self._write(
            [
                (PreparedEvent(event), _event_row(event, "pending", None, event["attempts"], None))
                for event in self._leases.events
            ]
        )

    def _store(self, prepared_batch: PreparedBatch) -> Digest:
        now = self._clock.now()
        self._vectors.store(prepared_batch.vectors)
        self._degraded |= dict.fromkeys(prepared_batch.degraded)
        rows = [(prepared_event, self._outcome(prepared_event, now)) for prepared_event in prepared_batch.prepared]
        result = self._write(rows)
        for prepared_event in prepared_batch.prepared:
            self._leases.drop(prepared_event.event["id"])
        if result.linked:
            # Rare, one or two more round trips: merge proposed duplicates that enough events confirm.
            self._entities.confirm(result.linked)
        stored = set(result.stored)
        completed = [one for one in prepared_batch.prepared if one.event["id"] in stored]
        end_outdated_facts(self._runtime, self._vectors, completed)
        learn_standing_feedback(self._runtime, self._learnings, completed)
        statuses = [row["status"] for _, row in rows if row["id"] in stored]
        return Digest(
            events=statuses.count("complete"),
            passages=result.passages,
            entities=result.entities,
            facts=len(result.facts),
            topics=result.topics,
            skipped=statuses.count("skipped"),
            failed=statuses.count("failed") + statuses.count("failed_permanent"),
            again=sum(_is_replaced(prepared_event, row) for prepared_event, row in rows if row["id"] in stored),
            removed_facts=len(result.removed_facts),
        )

    def _write(self, rows: Sequence[tuple[PreparedEvent, dict[str, Any]]]) -> BatchResult:
        """Write the events whose leases are still held; those taken over by another worker are left to it."""
        while rows:
            extracted = [
                prepared_event.extracted
                for prepared_event, row in rows
                if prepared_event.extracted and row["status"] == "complete"
            ]
            options: dict[str, Any] = {
                "vectors": self._vectors,
                "now": self._clock.now(),
                "worker": self._leases.worker,
                "event_rows": [row for _, row in rows],
                # A message that is digested again counted for its sender the first time.
                "messages": [
                    message
                    for prepared_event, row in rows
                    if row["status"] in _FINAL_STATUSES and not prepared_event.event["again"]
                    for message in list_spoken_messages(prepared_event.event)
                ],
                "policy": TrustPolicy.from_settings(self._settings),
            }
            again = [row["id"] for prepared_event, row in rows if _is_replaced(prepared_event, row)]
            try:
                if again:
                    return redigest_batch(self._graph, extracted, again=again, **options)
                return write_batch(self._graph, extracted, **options)
            except LeaseLost as error:
                rows = [(prepared_event, row) for prepared_event, row in rows if row["id"] not in error.events]
        return BatchResult()

    def _outcome(self, prepared_event: PreparedEvent, now: dt.datetime) -> dict[str, Any]:
        if prepared_event.fault is not None:
            return self._failure(prepared_event, prepared_event.fault, now)
        row = _event_row(
            prepared_event.event,
            "complete" if is_worth_extracting(prepared_event) else "skipped",
            None,
            prepared_event.event["attempts"],
            None,
        )
        row["salience"] = prepared_event.salience
        if prepared_event.event["again"]:
            # Its vectors, passages and terms are stored, and a quarantine may have changed the terms.
            if _is_replaced(prepared_event, row):
                row["instructs"] = None
            else:
                row["salience"] = None
            return row
        row["instructs"] = prepared_event.has_instructions or None
        if prepared_event.passages:
            terms = _filter_terms(self._graph.scope, "passage", prepared_event.event)
            parts = enumerate(
                zip(prepared_event.passages, prepared_event.vectors, prepared_event.token_states, strict=True)
            )
            row["passages"] = [
                _passage_row(prepared_event.event["id"], terms, ordinal, part, vector, states)
                for ordinal, (part, vector, states) in parts
            ]
            # Search returns its passages instead, so that full text does not score the same words twice.
            row["terms"] = _filter_terms(self._graph.scope, "whole", prepared_event.event)
        elif prepared_event.vectors:
            row["vector"], row["states"] = prepared_event.vectors[0], prepared_event.token_states[0]
        return row

    def _failure(self, prepared_event: PreparedEvent, fault: PreparationFault, now: dt.datetime) -> dict[str, Any]:
        """Retry transient faults after 1, 2, 4 … s; give up on others, and store the error."""
        attempts = int(prepared_event.event["attempts"])
        if fault.is_transient and attempts < self._settings.retry_attempts:
            wait = dt.timedelta(seconds=self._settings.retry_delay_s * 2**attempts)
            return _event_row(prepared_event.event, "failed", fault.message, attempts + 1, now + wait)
        log.error("event %s cannot be digested: %s", prepared_event.event["id"], fault.message)
        return _event_row(prepared_event.event, "failed_permanent", fault.message, attempts, None)


def requeue_failed_events(graph: Graph, now: dt.datetime) -> None:
    """Put the permanently failed events back into the queue."""
    graph.with_own_count().run("ingestion/requeue", now=now)


def count_queue(graph: Graph, now: dt.datetime) -> dict[str, int]:
    """Count the events that are pending, processing, failed and failed_permanent, and the stale claims."""
    [row] = graph.run("ingestion/queue", now=now)
    return {key: int(row[key]) for key in ("pending", "processing", "failed", "failed_permanent", "stale")}


def _next_prepared(preparing: deque[Future[PreparedBatch]]) -> PreparedBatch:
    """Return the first chunk that completes, in any order, so that none waits for a slow one."""
    wait(preparing, return_when=FIRST_COMPLETED)
    index = next(index for index, each in enumerate(preparing) if each.done())
    future = preparing[index]
    del preparing[index]
    return future.result()


def _add_digests(total: Digest, storing: Future[Digest] | None) -> Digest:
    if storing is None:
        return total
    more = storing.result()
    return Digest(
        events=total.events + more.events,
        passages=total.passages + more.passages,
        entities=total.entities + more.entities,
        facts=total.facts + more.facts,
        topics=total.topics + more.topics,
        skipped=total.skipped + more.skipped,
        failed=total.failed + more.failed,
        again=total.again + more.again,
        removed_facts=total.removed_facts + more.removed_facts,
    )


def _split_into_chunks(events: Sequence[Mapping[str, Any]]) -> Iterator[list[Mapping[str, Any]]]:
    chunk: list[Mapping[str, Any]] = []
    size = 0
    for event in events:
        if chunk and size + len(event["text"]) > _CHUNK_CHARS:
            yield chunk
            chunk, size = [], 0
        chunk.append(event)
        size += len(event["text"])
    yield chunk


def _is_replaced(prepared_event: PreparedEvent, row: Mapping[str, Any]) -> bool:
    """Whether an event was digested before, and what was found in it then is replaced.

    It is kept while there is no extractor, or its weights are missing: this does not say that the event states nothing.
    """
    was_read = prepared_event.extracted is not None or not (
        is_extractable(prepared_event.event) and is_worth_extracting(prepared_event)
    )
    return bool(prepared_event.event["again"]) and row["status"] in _FINAL_STATUSES and was_read


def _event_row(
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
        "salience": None,
        "terms": None,
        # Of an event that is digested again and fails, the instructions are known.
        "instructs": event.get("instructs"),
        "passages": [],
    }


def _filter_terms(scope: str, kind: str, event: Mapping[str, Any]) -> str:
    """Return the filter terms of an event and its passages."""
    keys = ("audience", "session", "channel", "speaker", "speaker_name", "at")
    return memory_terms(scope, kind, {key: event[key] for key in keys})


def _passage_row(
    event: str, terms: str, ordinal: int, part: Passage, vector: Any, states: bytes | None
) -> dict[str, Any]:
    return {
        "id": passage_id(event, ordinal),
        "ordinal": ordinal,
        "text": part.text,
        "start": part.start,
        "end": part.end,
        "terms": terms,
        "vector": vector,
        "states": states,
    }
