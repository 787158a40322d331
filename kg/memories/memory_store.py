"""Where things are kept: one way to write, read, change and let go of every kind of memory that is no event and no fact."""

from __future__ import annotations

import datetime as dt
import hashlib
import uuid
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from neo4j.vector import Vector

from kg.errors import InvalidInput, NotFound
from kg.graph import Graph
from kg.graph.full_text import memory_terms
from kg.language.embedders import embed_late
from kg.protocols import Clock, Embedder
from kg.types import Receipt, identifiers

Made = tuple[Any, bytes | None]
"""What a text was embedded as: its vector, and its block of token states where the model has them."""
LABELS = {
    "core": "CoreEntry",
    "working": "WorkingMemory",
    "diary": "DiaryEntry",
    "journal": "JournalEntry",
    "episode": "Episode",
    "longterm": "LongTerm",
    "procedure": "Procedure",
    "learning": "Learning",
    "reflection": "Reflection",
    "summary": "Summary",
}
"""The label of each kind."""
_ALSO_FOUND_BY = ("session", "channel", "speaker", "speaker_name")
EVER = dt.datetime(1, 1, 1, tzinfo=dt.UTC)
NEVER = dt.datetime(9999, 12, 31, tzinfo=dt.UTC)


@dataclass(frozen=True)
class Thing:
    """Something to keep.

    Attributes:
        id: its id; derived from what it is wherever it has an identity, see `identity`.
        kind: one of `LABELS`.
        text: what full text and the embedder read; "" is not embedded.
        at: its time: of a diary entry its day, of the rest when it was made.
        properties: what else is kept of it.
        sources: ids of the events, facts or other things that it rests on.
        about: ids of entities and persons.
        audience: who may know of it: the narrowest of what it rests on.
        current: whether searches find it; what is archived or superseded is kept without.
    """

    id: str
    kind: str
    text: str
    at: dt.datetime
    properties: Mapping[str, Any] = field(default_factory=dict)
    sources: Sequence[str] = ()
    about: Sequence[str] = ()
    audience: str = "shared"
    current: bool = True


def identity(kind: str, *parts: str) -> str:
    """The id that something has by what it is: `diary-…`, sixteen hexadecimal digits."""
    return f"{kind}-" + hashlib.blake2b("\0".join(parts).encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()


def narrowest(audiences: Iterable[str]) -> str:
    """The audience of what rests on all of these: theirs, where only one is not shared.

    What rests on the words of two private circles may be seen by neither alone; so it is never made: split it by audience
    before. `shared` where all are.

    Raises:
        ValueError: two different private audiences.
    """
    private = {each for each in audiences if each != "shared"}
    if len(private) > 1:
        raise ValueError(f"drawn from {len(private)} private audiences: {sorted(private)}")
    return private.pop() if private else "shared"


class Shelf:
    """The kept things of one scope."""

    def __init__(self, graph: Graph, embedder: Embedder, clock: Clock) -> None:
        """Keep what is needed."""
        self.graph = graph
        self.clock = clock
        self._embedder = embedder

    def embedded(self, *texts: str) -> dict[str, Made]:
        """Vectors and token states of texts, for a `put` within a transaction, which should not wait for a model.

        Raises:
            ModelUnavailable: the embedder has no weights.
        """
        wanted = list(dict.fromkeys(text for text in texts if text))
        if not wanted:
            return {}
        vectors, states = embed_late(self._embedder, wanted)
        return dict(zip(wanted, zip(vectors, states, strict=True), strict=True))

    def put(
        self,
        *things: Thing,
        turn: Graph | None = None,
        made: Mapping[str, Made] | None = None,
        now: dt.datetime | None = None,
    ) -> list[str]:
        """Keep things, in one trip; returns the ids of those that are new. What is there is changed to be like this.

        What was archived stands anew when it is put again.

        Args:
            things: what to keep.
            turn: the transaction that this belongs to, where there is one.
            made: what `embedded` gave; a text that is not in it keeps the vector that it has. None: texts are embedded here.
            now: when it is kept; by default now.

        Raises:
            ModelUnavailable: the embedder has no weights; nothing was written.
        """
        if not things:
            return []
        if made is None:
            made = self.embedded(*(thing.text for thing in things))
        rows = []
        for thing in sorted(things, key=lambda each: each.id):
            vector, block = made.get(thing.text, (None, None))
            rows.append(
                {
                    "id": thing.id,
                    "label": LABELS[thing.kind],
                    "properties": self._properties(thing),
                    "vector": None if vector is None else Vector.from_numpy(vector),
                    "states": block,
                    "sources": list(thing.sources),
                    "about": list(thing.about),
                }
            )
        [row] = (turn or self.graph).run("memories/write", rows=rows, now=now or self.clock.now())
        return list(row["fresh"])

    def terms(self, thing: Thing) -> str:
        """The tokens by which full text finds a thing within its filters, see `kg.graph.full_text`."""
        tokens = {"audience": thing.audience, "current": thing.current, "at": thing.at}
        tokens |= {name: thing.properties[name] for name in _ALSO_FOUND_BY if name in thing.properties}
        return memory_terms(self.graph.scope, thing.kind, tokens)

    def _properties(self, thing: Thing) -> dict[str, Any]:
        return {
            "name": thing.text[:60] or thing.kind,
            **thing.properties,
            "kind": thing.kind,
            "text": thing.text,
            "at": thing.at,
            "audience": thing.audience,
            "current": thing.current,
            "terms": self.terms(thing),
            "archived_at": None,
            "archived_terms": None,
        }

    def one(self, kind: str, name: str, *, turn: Graph | None = None) -> dict[str, Any] | None:
        """The thing of that id, with its `sources` and `about`, or None; read within `turn` where there is one."""
        rows = (turn or self.graph).run("memories/list", ["one"], kind=kind, id=name, limit=1)
        return thing_of(rows[0]) if rows else None

    def many(
        self,
        kind: str,
        *,
        since: dt.datetime = EVER,
        until: dt.datetime = NEVER,
        limit: int = 10_000,
        current: bool = True,
        session: str | None = None,
        about: str | None = None,
        audiences: Sequence[str] | None = None,
        turn: Graph | None = None,
    ) -> list[dict[str, Any]]:
        """Things of a kind, newest first, each with its `sources` and `about`.

        Args:
            kind: one of `LABELS`.
            since: not before, inclusive.
            until: before, exclusive.
            limit: how many at most.
            current: without what is archived.
            session: only of this session.
            about: only about this entity or person.
            audiences: tokens of who may see; None: all.
            turn: the transaction that this belongs to, where there is one.
        """
        wanted = {"session": session, "about": about, "audiences": None if audiences is None else list(audiences)}
        params = {name: value for name, value in wanted.items() if value is not None}
        fragments = [
            "many",
            *(["current"] if current else []),
            *("audience" if n == "audiences" else n for n in params),
        ]
        rows = (turn or self.graph).run(
            "memories/list", fragments, kind=kind, since=since, until=until, limit=limit, **params
        )
        return [thing_of(row) for row in rows]

    def remove(self, *ids: str, turn: Graph | None = None) -> int:
        """Let things go for good, within `turn` where there is one; returns how many there were."""
        return int((turn or self.graph).run("memories/remove", ids=list(ids))[0]["gone"])

    def archive(self, ids: Sequence[str], what: str, *, reason: str = "", turn: Graph | None = None) -> Receipt | None:
        """Put things out of sight, whole, with a receipt that `restore` takes; None where there was nothing to archive.

        Args:
            ids: which.
            what: what is being done, as "prune".
            reason: why, for the record.
            turn: the transaction that this belongs to, where there is one.
        """
        if not ids:
            return None
        receipt, now = f"{what}-{uuid.uuid4().hex[:12]}", self.clock.now()
        [row] = (turn or self.graph).run(
            "memories/archive", ids=sorted(ids), receipt=receipt, what=what, reason=reason, now=now
        )
        return Receipt(receipt, now, what, dict(sorted(Counter(row["kinds"]).items())))

    def restore(self, receipt: Receipt | str) -> Receipt:
        """Bring back what was archived under a receipt.

        Raises:
            NotFound: there is no such receipt, or it was restored before.
        """
        name, now = (
            receipt.id if isinstance(receipt, Receipt) else identifiers.plain("receipt", receipt),
            self.clock.now(),
        )
        rows = self.graph.run("memories/restore", receipt=name, now=now)
        if not rows:
            raise NotFound(f"receipt {name!r} that is not undone, in scope {self.graph.scope!r}")
        kept = dict(sorted(Counter(rows[0]["kinds"]).items()))
        return Receipt(name, now, f"restored: {rows[0]['what']}", {}, kept)

    def audiences(self, ids: Sequence[str], *, turn: Graph | None = None) -> dict[str, str]:
        """Who may know of each of these memories, of any kind; an id that is not there is left out."""
        if not ids:
            return {}
        rows = (turn or self.graph).run("memories/source_audiences", ids=list(ids))
        return {row["id"]: row["audience"] for row in rows}

    def audience(self, sources: Sequence[str], given: str = "shared") -> str:
        """The audience of what rests on these: the narrowest of theirs and the one given; who is not there does not count.

        Raises:
            InvalidInput: they belong to two private audiences, so that nobody could see what rests on all of them.
        """
        try:
            return narrowest([given, *self.audiences(sources).values()])
        except ValueError:
            raise InvalidInput("sources", list(sources), "what one private audience, or everybody, may see") from None

    def supersede(self, thing: Thing, older: Sequence[str]) -> list[str]:
        """Keep a thing in the place of others, all at once: they are kept, and out of reads and searches.

        Args:
            thing: what stands.
            older: ids of what it stands for.

        Returns:
            The ids of those that were current.

        Raises:
            ModelUnavailable: the embedder has no weights; nothing was written.
        """
        made, now = self.embedded(thing.text), self.clock.now()

        def work(turn: Graph) -> list[str]:
            self.put(thing, turn=turn, made=made, now=now)
            [row] = turn.run("memories/supersede", id=thing.id, older=sorted(older), now=now)
            return list(row["superseded"])

        return self.graph.transact(work)

    def alike(self, kind: str, text: str, *, audience: str, limit: int = 5) -> list[tuple[dict[str, Any], float]]:
        """Current things of a kind, for one audience, that mean most nearly the same as a text, with their cosine, nearest first.

        Raises:
            ModelUnavailable: the embedder has no weights.
        """
        vector = Vector.from_numpy(self.embedded(text)[text][0])
        rows = self.graph.run("memories/nearest", ["audience"], kind=kind, vector=vector, k=limit, audiences=[audience])
        return [(thing_of(row), 2 * row["meaning"] - 1) for row in rows]

    def grounds(self, sources: Sequence[str], wanted: str = "shared") -> str:
        """The audience of what rests on these, as `audience` has it, where all of them must be there.

        Raises:
            NotFound: one of them is not there.
            InvalidInput: they belong to two private audiences.
        """
        seen = self.audiences(sources)
        for each in sources:
            if each not in seen:
                raise NotFound(f"{each!r} in scope {self.graph.scope!r}")
        try:
            return narrowest([wanted, *seen.values()])
        except ValueError:
            raise InvalidInput("sources", list(sources), "what one private audience, or everybody, may see") from None

    def touch(self, ids: Sequence[str]) -> None:
        """Note that things were of use: one trip, after the answer."""
        if ids:
            self.graph.run("memories/touch", ids=list(ids), now=self.clock.now())


def thing_of(row: Mapping[str, Any]) -> dict[str, Any]:
    """A thing as statements return it (`node`, `sources`, `about`), in one mapping."""
    return {**row["node"], "sources": tuple(row["sources"]), "about": tuple(each["id"] for each in row["about"])}
