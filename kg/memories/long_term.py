"""Long-term memory: notes that are recalled by meaning, recency and importance, and that fade unless they are of use."""

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
from kg.graph.driver_values import as_datetime
from kg.graph.full_text import lucene
from kg.graph.scoped_graph import Turn
from kg.language.embedders import embed
from kg.language.keywords import keywords, lucene_escape
from kg.memories.input_checks import audience_of, count_of, importance_of, names_of, text_of
from kg.memories.memory_store import Shelf, Thing, identity, thing_of
from kg.memories.note_union import contained, unions
from kg.memories.strength import AT_ONCE, UNIMPORTANT, memory_score, weakest
from kg.protocols import Embedder
from kg.settings import Settings
from kg.types import Note, Recalled, Receipt, identifiers

log = logging.getLogger(__name__)

_KIND = "longterm"
# So many times more are fetched than are wanted: what is nearest is not always what is fresh and important.
_FETCHED = 4
_ALL = 1_000_000
_DAY = dt.timedelta(days=1)


class LongTerm:
    """The long-term notes of a scope."""

    def __init__(self, shelf: Shelf, embedder: Embedder, settings: Settings) -> None:
        """Keep where notes are, what makes the vector of a question, and how fast notes fade."""
        self._shelf = shelf
        self._embedder = embedder
        self._per_hour = settings.forgetting_per_hour
        self._longest = settings.max_text_chars

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
        """Keep a note; the same text for the same audience is the same note, of the earlier date and higher importance.

        Args:
            text: what it says.
            importance: 1 to 10; what is beyond counts as the nearest of them.
            sources: ids of what it rests on; the narrowest of their audiences is its own.
            about: ids of the entities and persons that it is about.
            at: the date that it is filed under; by default now.
            audience: who may know, where its sources do not say it more narrowly.

        Raises:
            InvalidInput: names the field; sources of two private audiences are refused, since nobody could see the note.
            NotFound: a source that is not there.
            ModelUnavailable: the embedder has no weights; nothing was written.
        """
        when = self._shelf.clock.now() if at is None else logs.moment("at", at)
        told, weight = text_of("text", text, self._longest), importance_of(importance)
        rests_on, of_whom = names_of("sources", sources), names_of("about", about)
        seen_by = self._shelf.grounds(rests_on, audience_of(audience))
        thing = _thing(told, when, weight, sources=rests_on, about=of_whom, audience=seen_by)
        if (there := self._shelf.one(_KIND, thing.id)) is not None:
            known = note_of(there)
            thing = replace(
                thing, at=min(known.at or when, when), properties={"importance": max(known.importance, weight)}
            )
        self._shelf.put(thing)
        return self.get(thing.id)

    def add_new(self, notes: Iterable[Note]) -> int:
        """Keep many notes at once, in two trips; one that is there already, archived or not, stays as it is.

        Args:
            notes: of each its text, importance, date (by default now) and audience; its id is made of these.

        Returns:
            How many were new.

        Raises:
            InvalidInput: names the field; nothing was written.
            ModelUnavailable: the embedder has no weights; nothing was written.
        """
        now = self._shelf.clock.now()
        made: dict[str, Thing] = {}
        for note in notes:
            told, weight = text_of("text", note.text, self._longest), importance_of(note.importance)
            when = now if note.at is None else logs.moment("at", note.at)
            thing = _thing(told, when, weight, sources=(), about=(), audience=audience_of(note.audience))
            made.setdefault(thing.id, thing)
        there = self._shelf.audiences(list(made))
        return len(self._shelf.put(*(thing for name, thing in made.items() if name not in there)))

    def get(self, id: str) -> Note:  # noqa: A002 - as every noun has it
        """The note of that id, archived or not. One trip.

        Raises:
            NotFound: there is no such note.
        """
        row = self._shelf.one(_KIND, identifiers.plain("id", id))
        if row is None:
            raise NotFound(f"note {id!r} in scope {self._shelf.graph.scope!r}")
        return note_of(row)

    def list(self, *, limit: int = 100, audiences: Sequence[str] | None = None) -> list[Note]:
        """Notes, newest first. One trip.

        Args:
            limit: 1 to 10,000.
            audiences: tokens of who may see; None: all.

        Raises:
            InvalidInput: the limit.
        """
        return [note_of(row) for row in self._shelf.many(_KIND, limit=count_of("limit", limit), audiences=audiences)]

    def recall(self, query: str, *, limit: int = 5, audiences: Sequence[str] | None = None) -> Recalled:
        """The notes that answer a question, by meaning, recency and importance, see `kg.memories.strength`. Two trips.

        What is returned was of use, and is noted as such after the answer is found. Where the question cannot be embedded, full
        text finds notes, and how well their words fit stands in for what they mean; the answer says so.

        Args:
            query: what is asked.
            limit: 1 to 10,000.
            audiences: tokens of who may see; None: all.

        Raises:
            InvalidInput: names the field.
        """
        asked, wanted = text_of("query", query, self._longest), count_of("limit", limit)
        rows, degraded = self._near(asked, wanted * _FETCHED, audiences)
        now = self._shelf.clock.now()
        scored = [(note, memory_score(fits, _days(note, now), note.importance)) for note, fits in rows]
        best = sorted(scored, key=lambda each: (-each[1], each[0].id))[:wanted]
        self._shelf.touch([note.id for note, _ in best])
        return Recalled(tuple(best), degraded)

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
        """Keep what was found worth keeping under its date; None where a note that the same people see contains it already.

        Args:
            text: as of `add`.
            at: as of `add`.
            importance: as of `add`.
            sources: as of `add`.
            about: as of `add`.
            audience: as of `add`.

        Raises:
            InvalidInput, NotFound, ModelUnavailable: as of `add`.
        """
        told = text_of("text", text, self._longest)
        seen_by = self._shelf.grounds(names_of("sources", sources), audience_of(audience))
        there = self._shelf.many(_KIND, limit=_ALL, audiences=sorted({"shared", seen_by}))
        if contained(told, (row["text"] for row in there)):
            return None
        return self.add(told, importance=importance, sources=sources, about=about, at=at, audience=seen_by)

    def compact(self) -> Receipt | None:
        """Unite notes that say the same, word Jaccard .7 and more; done again it changes nothing. None where nothing did.

        The first stays, with what all of them rest on; the others are archived with the receipt.
        """
        notes = sorted(
            (note_of(row) for row in self._shelf.many(_KIND, limit=_ALL)), key=lambda one: (str(one.at), one.id)
        )
        found = unions(notes)
        if not found:
            return None
        absorbed = [name for union in found for name in union.absorbed]

        def work(turn: Turn) -> Receipt | None:
            self._shelf.put(*(_again(union.note) for union in found), turn=turn, made={})
            return self._shelf.archive(absorbed, "compact", reason="said by another note", turn=turn)

        return self._shelf.graph.transact(work)

    def prune(self) -> Receipt | None:
        """Archive the weakest notes, at most twenty: strength below .2, importance below 4. Two trips.

        Returns:
            A receipt that `restore` takes; None where there was nothing to archive.
        """
        return self._shelf.archive(
            [name for name, _ in self.candidates()], "prune", reason="faded, and of little importance"
        )

    def candidates(self) -> builtins.list[tuple[str, str]]:
        """Id and text of what `prune` would archive, weakest first. One trip."""
        now = self._shelf.clock.now()
        rows = self._shelf.graph.run("memories/weakest", kind=_KIND, importance=UNIMPORTANT, limit=AT_ONCE, now=now)
        found = (((row["id"], row["text"]), row["hours"], row["accesses"], row["importance"]) for row in rows)
        return weakest(found, per_hour=self._per_hour)

    def restore(self, receipt: Receipt | str) -> Receipt:
        """Bring back what was archived under a receipt. One trip.

        Raises:
            NotFound: there is no such receipt, or it was restored before.
        """
        return self._shelf.restore(receipt)

    def _near(
        self, asked: str, k: int, audiences: Sequence[str] | None
    ) -> tuple[builtins.list[tuple[Note, float]], tuple[str, ...]]:
        """Notes with how well they fit, 0 to 1: by meaning, or by words where the model fails."""
        seen = {} if audiences is None else {"audiences": list(audiences)}
        try:
            vector = embed(self._embedder, [asked])[0]
        except Exception as error:  # noqa: BLE001 - whatever a model may raise: told in the result, and in the log
            log.warning("the question could not be embedded: %s", error)
            filters: dict[str, Any] = {"scope": [self._shelf.graph.scope], "kind": [_KIND], "current": [True]}
            if audiences is not None:
                filters["audience"] = audiences
            query = lucene([lucene_escape(word) for word in keywords(asked)], filters)
            rows = self._shelf.graph.run("memories/full_text", query=query, k=k)
            best = max((row["weight"] for row in rows), default=1.0)
            return [(note_of(thing_of(row)), row["weight"] / best) for row in rows], (f"vectors: {error}",)
        rows = self._shelf.graph.run(
            "memories/nearest", ["audience"] if seen else [], kind=_KIND, vector=Vector.from_numpy(vector), k=k, **seen
        )
        # The index tells (1 + cosine) / 2.
        return [(note_of(thing_of(row)), 2 * row["meaning"] - 1) for row in rows], ()


def _days(note: Note, now: dt.datetime) -> float:
    since = note.last_accessed or note.created_at or now
    return (now - since) / _DAY


def _thing(
    text: str,
    at: dt.datetime,
    importance: int,
    *,
    sources: Sequence[str],
    about: Sequence[str],
    audience: str,
) -> Thing:
    name = identity(_KIND, audience, text)
    return Thing(name, _KIND, text, at, {"importance": importance}, sources, about, audience)


def _again(note: Note) -> Thing:
    """A note as it is to be kept again."""
    if note.at is None:
        raise ValueError("a note that is kept has its date")
    made = _thing(note.text, note.at, note.importance, sources=note.sources, about=note.about, audience=note.audience)
    return replace(made, id=note.id)


def note_of(row: Mapping[str, Any]) -> Note:
    """The record of a note, as `Shelf.one` gives it."""
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
