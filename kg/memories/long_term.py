"""Long-term memory: notes ranked by meaning, recency and importance, which are archived when they are not used."""

from __future__ import annotations

import builtins
import datetime as dt
import logging
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from neo4j.vector import Vector

from kg import events as logs
from kg.errors import NotFound
from kg.graph import GraphTransaction, as_datetime, build_lucene_query
from kg.language import embed_texts, escape_lucene, extract_keywords
from kg.memories.input_checks import check_audience, check_importance, check_limit, check_names, check_text
from kg.memories.memory_store import MemoryRecord, MemoryStore, derive_memory_id, flatten_memory_row
from kg.memories.note_union import find_unions, is_contained
from kg.memories.strength import LOW_IMPORTANCE, MAX_PRUNED, memory_score, select_weakest
from kg.runtime import Runtime
from kg.types import Note, NoteSearchResult, Receipt, validate_name

log = logging.getLogger(__name__)

_KIND = "longterm"
# Factor of candidates to results: the nearest notes are not always the freshest and most important.
_CANDIDATE_FACTOR = 4
_NO_LIMIT = 1_000_000
_DAY = dt.timedelta(days=1)


class LongTermMemory:
    """The long-term notes of a scope."""

    def __init__(self, runtime: Runtime) -> None:
        self._store = MemoryStore(runtime)
        self._embedder = runtime.embedder
        self._per_hour = runtime.settings.forgetting_per_hour
        self._longest = runtime.settings.max_text_chars

    def add(
        self,
        text: str,
        *,
        importance: int = 5,
        sources: Sequence[str] = (),
        about: Sequence[str] = (),
        at: dt.datetime | str | None = None,
        audience: str = "shared",
    ) -> Note:
        """Add a note. The same text for the same audience is the same note, with the earlier date and the higher importance.

        Args:
            text: the note.
            importance: 1 to 10; values outside the range are clamped.
            sources: ids of the memories that it is based on; their narrowest audience becomes the note's.
            about: ids of the entities and persons that it is about.
            at: the date of the note; now by default.
            audience: who may read it, where its sources do not restrict it further.

        Raises:
            InvalidInput: an argument is invalid, or the sources have two private audiences, so that no reader could see the note.
            NotFound: a source does not exist.
            ModelUnavailable: the embedder has no weights; nothing was written.
        """
        when = self._store.clock.now() if at is None else logs.parse_time("at", at)
        content, weight = check_text("text", text, self._longest), check_importance(importance)
        source_ids, about_ids = check_names("sources", sources), check_names("about", about)
        visible_to = self._store.require_sources(source_ids, check_audience(audience))
        record = _to_record(content, when, weight, sources=source_ids, about=about_ids, audience=visible_to)
        if (existing := self._store.find(_KIND, record.id)) is not None:
            known = to_note(existing)
            record = replace(
                record, at=min(known.at or when, when), properties={"importance": max(known.importance, weight)}
            )
        self._store.put(record)
        return self.get(record.id)

    def add_new(self, notes: Iterable[Note]) -> int:
        """Add many notes in two trips. A note that exists, archived or not, is left unchanged.

        Args:
            notes: their text, importance, date (now by default) and audience, from which the id is derived.

        Returns:
            The number of new notes.

        Raises:
            InvalidInput: a note is invalid; nothing was written.
            ModelUnavailable: the embedder has no weights; nothing was written.
        """
        now = self._store.clock.now()
        records: dict[str, MemoryRecord] = {}
        for note in notes:
            content, weight = check_text("text", note.text, self._longest), check_importance(note.importance)
            when = now if note.at is None else logs.parse_time("at", note.at)
            record = _to_record(content, when, weight, sources=(), about=(), audience=check_audience(note.audience))
            records.setdefault(record.id, record)
        existing = self._store.source_audiences(list(records))
        return len(self._store.put(*(record for name, record in records.items() if name not in existing)))

    def get(self, id: str) -> Note:  # noqa: A002 - as every noun has it
        """Return the note with this id, archived or not. One trip.

        Raises:
            NotFound: there is no such note.
        """
        row = self._store.find(_KIND, validate_name("id", id))
        if row is None:
            raise NotFound(f"note {id!r} in scope {self._store.graph.scope!r}")
        return to_note(row)

    def list(self, *, limit: int = 100, audiences: Sequence[str] | None = None) -> list[Note]:
        """Return notes, newest first. One trip.

        Args:
            limit: maximum number of notes, 1 to 10,000.
            audiences: audience tokens of the reader; None: all audiences.

        Raises:
            InvalidInput: the limit is invalid.
        """
        return [
            to_note(row) for row in self._store.list_rows(_KIND, limit=check_limit("limit", limit), audiences=audiences)
        ]

    def recall(self, query: str, *, limit: int = 5, audiences: Sequence[str] | None = None) -> NoteSearchResult:
        """Return the notes that best match a question by meaning, recency and importance. Two trips.

        The scores are explained in `kg.memories.strength`. The returned notes are recorded as used. Where the question cannot be
        embedded, notes are found by full text and their normalised text score replaces the cosine; `degraded` says so.

        Args:
            query: the question.
            limit: maximum number of notes, 1 to 10,000.
            audiences: audience tokens of the reader; None: all audiences.

        Raises:
            InvalidInput: an argument is invalid.
        """
        asked, wanted = check_text("query", query, self._longest), check_limit("limit", limit)
        rows, degraded = self._find_candidates(asked, wanted * _CANDIDATE_FACTOR, audiences)
        now = self._store.clock.now()
        scored = [(note, memory_score(fits, _days(note, now), note.importance)) for note, fits in rows]
        best = sorted(scored, key=lambda each: (-each[1], each[0].id))[:wanted]
        self._store.touch([note.id for note, _ in best])
        return NoteSearchResult(tuple(best), degraded)

    def promote(
        self,
        text: str,
        *,
        at: dt.datetime | str | None = None,
        importance: int = 5,
        sources: Sequence[str] = (),
        about: Sequence[str] = (),
        audience: str = "shared",
    ) -> Note | None:
        """Add a note, unless a note that the same audience can see already contains the text; then return None.

        Args:
            text: see `add`.
            at: see `add`.
            importance: see `add`.
            sources: see `add`.
            about: see `add`.
            audience: see `add`.

        Raises:
            InvalidInput: see `add`.
            NotFound: see `add`.
            ModelUnavailable: see `add`.
        """
        content = check_text("text", text, self._longest)
        visible_to = self._store.require_sources(check_names("sources", sources), check_audience(audience))
        existing = self._store.list_rows(_KIND, limit=_NO_LIMIT, audiences=sorted({"shared", visible_to}))
        if is_contained(content, (row["text"] for row in existing)):
            return None
        return self.add(content, importance=importance, sources=sources, about=about, at=at, audience=visible_to)

    def compact(self) -> Receipt | None:
        """Merge notes with the same content (word Jaccard of .7 or more). Idempotent; returns None where nothing changed.

        The earliest note remains, with the sources of all; the others are archived under the receipt.
        """
        notes = sorted(
            (to_note(row) for row in self._store.list_rows(_KIND, limit=_NO_LIMIT)),
            key=lambda one: (str(one.at), one.id),
        )
        found = find_unions(notes)
        if not found:
            return None
        absorbed = [name for union in found for name in union.absorbed]

        def work(transaction: GraphTransaction) -> Receipt | None:
            self._store.put(*(_to_merged_record(union.note) for union in found), transaction=transaction, embeddings={})
            return self._store.archive(absorbed, "compact", reason="merged into another note", transaction=transaction)

        return self._store.graph.transact(work)

    def prune(self) -> Receipt | None:
        """Archive the weakest notes, at most twenty: strength below .2, importance below 4. Two trips.

        Returns:
            A receipt for `restore`; None where there was nothing to archive.
        """
        return self._store.archive(
            [name for name, _ in self.candidates()], "prune", reason="low strength and low importance"
        )

    def candidates(self) -> builtins.list[tuple[str, str]]:
        """Return id and text of the notes that `prune` would archive, weakest first. One trip."""
        now = self._store.clock.now()
        rows = self._store.graph.run(
            "memories/weakest", kind=_KIND, importance=LOW_IMPORTANCE, limit=MAX_PRUNED, now=now
        )
        found = (((row["id"], row["text"]), row["hours"], row["accesses"], row["importance"]) for row in rows)
        return select_weakest(found, per_hour=self._per_hour)

    def restore(self, receipt: Receipt | str) -> Receipt:
        """Restore what was archived under a receipt. One trip.

        Raises:
            NotFound: there is no such receipt, or it was already restored.
        """
        return self._store.restore(receipt)

    def _find_candidates(
        self, asked: str, k: int, audiences: Sequence[str] | None
    ) -> tuple[builtins.list[tuple[Note, float]], tuple[str, ...]]:
        """Return notes with their relevance, 0 to 1: by vector, or by full text where the embedder fails."""
        seen = {} if audiences is None else {"audiences": list(audiences)}
        try:
            vector = embed_texts(self._embedder, [asked])[0]
        except Exception as error:  # noqa: BLE001 - any error of a model is reported in the result and logged
            log.warning("the question could not be embedded: %s", error)
            filters: dict[str, Any] = {"scope": [self._store.graph.scope], "kind": [_KIND], "current": [True]}
            if audiences is not None:
                filters["audience"] = audiences
            query = build_lucene_query([escape_lucene(word) for word in extract_keywords(asked)], filters)
            rows = self._store.graph.run("memories/full_text", query=query, k=k)
            best = max((row["weight"] for row in rows), default=1.0)
            return [(to_note(flatten_memory_row(row)), row["weight"] / best) for row in rows], (f"vectors: {error}",)
        rows = self._store.graph.run(
            "memories/nearest", ["audience"] if seen else [], kind=_KIND, vector=Vector.from_numpy(vector), k=k, **seen
        )
        # The index returns (1 + cosine) / 2.
        return [(to_note(flatten_memory_row(row)), 2 * row["score"] - 1) for row in rows], ()


def _days(note: Note, now: dt.datetime) -> float:
    since = note.last_accessed or note.created_at or now
    return (now - since) / _DAY


def _to_record(
    text: str,
    at: dt.datetime,
    importance: int,
    *,
    sources: Sequence[str],
    about: Sequence[str],
    audience: str,
) -> MemoryRecord:
    name = derive_memory_id(_KIND, audience, text)
    return MemoryRecord(name, _KIND, text, at, {"importance": importance}, sources, about, audience)


def _to_merged_record(note: Note) -> MemoryRecord:
    """Build the record of a merged note, with the id of the earliest note."""
    if note.at is None:
        raise ValueError("a stored note must have a date")
    records = _to_record(
        note.text, note.at, note.importance, sources=note.sources, about=note.about, audience=note.audience
    )
    return replace(records, id=note.id)


def to_note(row: Mapping[str, Any]) -> Note:
    """Convert a row of `MemoryStore.find` to a `Note`."""
    return Note(
        id=row["id"],
        text=row["text"],
        importance=row["importance"],
        at=as_datetime(row["at"]),
        sources=tuple(row["sources"]),
        about=tuple(row["about"]),
        access_count=row["access_count"],
        last_accessed=as_datetime(row.get("last_accessed")),
        created_at=as_datetime(row["created_at"]),
        section=row.get("section"),
        audience=row["audience"],
    )
