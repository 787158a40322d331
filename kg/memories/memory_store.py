"""Storage of memories other than events and facts: write, read, archive, restore and remove records of every kind."""

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
from kg.graph import MAX_TIME, MEMORY_LABELS, MIN_TIME, Graph, memory_terms
from kg.language import embed_with_token_states
from kg.runtime import Runtime
from kg.types import Receipt, validate_name

TextEmbedding = tuple[Any, bytes | None]
"""The embedding of a text: its vector, and its block of token states where the model has them."""
_FULL_TEXT_FIELDS = ("session", "channel", "speaker", "speaker_name")


@dataclass(frozen=True)
class MemoryRecord:
    """A memory to write.

    Attributes:
        id: its id, derived from its content wherever it has an identity, see `derive_memory_id`.
        kind: one of `MEMORY_LABELS`.
        text: the text that is embedded and indexed for full-text search; "" is not embedded.
        at: its time: the day of a diary entry, otherwise the time of creation.
        properties: further node properties.
        sources: ids of the events, facts or other memories that it is based on.
        about: ids of entities and persons that it is about.
        audience: who may read it: the narrowest audience of its sources.
        current: whether searches find it; archived and superseded memories are not current.
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


def derive_memory_id(kind: str, *parts: str) -> str:
    """Return the id derived from a memory's content: the kind and sixteen hexadecimal digits, as `diary-…`."""
    return f"{kind}-" + hashlib.blake2b("\0".join(parts).encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()


def narrowest_audience(audiences: Iterable[str]) -> str:
    """Return the audience of a memory based on sources with these audiences: the one that is not shared, else `shared`.

    A memory based on two private audiences could be read by neither of them alone. Callers split sources by audience first.

    Raises:
        ValueError: two different private audiences.
    """
    private = {each for each in audiences if each != "shared"}
    if len(private) > 1:
        raise ValueError(f"sources must not have {len(private)} private audiences: {sorted(private)}")
    return private.pop() if private else "shared"


class MemoryStore:
    """The memories of one scope.

    Attributes:
        graph: the scope's graph.
        clock: the current time.
        owners: accounts of the owners.
    """

    def __init__(self, runtime: Runtime) -> None:
        self.graph = runtime.graph
        self.clock = runtime.clock
        self.owners = runtime.owners
        self._embedder = runtime.embedder

    def embed_texts(self, *texts: str) -> dict[str, TextEmbedding]:
        """Embed texts ahead of a `put` within a transaction, so that the transaction does not wait for a model.

        Raises:
            ModelUnavailable: the embedder has no weights.
        """
        wanted = list(dict.fromkeys(text for text in texts if text))
        if not wanted:
            return {}
        vectors, states = embed_with_token_states(self._embedder, wanted)
        return dict(zip(wanted, zip(vectors, states, strict=True), strict=True))

    def put(
        self,
        *records: MemoryRecord,
        transaction: Graph | None = None,
        embeddings: Mapping[str, TextEmbedding] | None = None,
        now: dt.datetime | None = None,
    ) -> list[str]:
        """Write records in one trip, updating those that exist; return the ids of the new ones.

        Writing an archived record makes it current again.

        Args:
            records: the records.
            transaction: the transaction to write in; None: a transaction of its own.
            embeddings: from `embed_texts`; a text without an entry keeps its stored vector. None: texts are embedded here.
            now: the time of writing; by default the clock's.

        Raises:
            ModelUnavailable: the embedder has no weights; nothing was written.
        """
        if not records:
            return []
        if embeddings is None:
            embeddings = self.embed_texts(*(record.text for record in records))
        rows = []
        for record in sorted(records, key=lambda each: each.id):
            vector, block = embeddings.get(record.text, (None, None))
            rows.append(
                {
                    "id": record.id,
                    "label": MEMORY_LABELS[record.kind],
                    "properties": self._properties(record),
                    "vector": None if vector is None else Vector.from_numpy(vector),
                    "states": block,
                    "sources": list(record.sources),
                    "about": list(record.about),
                }
            )
        [row] = (transaction or self.graph).run("memories/write", rows=rows, now=now or self.clock.now())
        return list(row["created"])

    def full_text_terms(self, record: MemoryRecord) -> str:
        """Return the tokens by which full-text search filters a record, see `kg.graph.full_text`."""
        tokens = {"audience": record.audience, "current": record.current, "at": record.at}
        tokens |= {name: record.properties[name] for name in _FULL_TEXT_FIELDS if name in record.properties}
        return memory_terms(self.graph.scope, record.kind, tokens)

    def _properties(self, record: MemoryRecord) -> dict[str, Any]:
        return {
            "name": record.text[:60] or record.kind,
            **record.properties,
            "kind": record.kind,
            "text": record.text,
            "at": record.at,
            "audience": record.audience,
            "current": record.current,
            "terms": self.full_text_terms(record),
            "archived_at": None,
            "archived_terms": None,
        }

    def find(self, kind: str, name: str, *, transaction: Graph | None = None) -> dict[str, Any] | None:
        """Return the memory with this id, with its `sources` and `about`, or None."""
        rows = (transaction or self.graph).run("memories/list", ["one"], kind=kind, id=name, limit=1)
        return flatten_memory_row(rows[0]) if rows else None

    def list_rows(
        self,
        kind: str,
        *,
        since: dt.datetime = MIN_TIME,
        until: dt.datetime = MAX_TIME,
        limit: int = 10_000,
        current: bool = True,
        session: str | None = None,
        about: str | None = None,
        audiences: Sequence[str] | None = None,
        transaction: Graph | None = None,
    ) -> list[dict[str, Any]]:
        """Return memories of a kind, newest first, each with its `sources` and `about`.

        Args:
            kind: one of `MEMORY_LABELS`.
            since: earliest time, inclusive.
            until: latest time, exclusive.
            limit: maximum number of memories.
            current: leave out memories that are not current.
            session: return only memories of this session.
            about: return only memories about this entity or person.
            audiences: audience tokens of the reader; None: all audiences.
            transaction: the transaction to read in; None: a transaction of its own.
        """
        optional = {"session": session, "about": about, "audiences": None if audiences is None else list(audiences)}
        params = {name: value for name, value in optional.items() if value is not None}
        fragments = [
            "many",
            *(["current"] if current else []),
            *("audience" if n == "audiences" else n for n in params),
        ]
        rows = (transaction or self.graph).run(
            "memories/list", fragments, kind=kind, since=since, until=until, limit=limit, **params
        )
        return [flatten_memory_row(row) for row in rows]

    def remove(self, *ids: str, transaction: Graph | None = None) -> int:
        """Delete memories; return how many existed."""
        return int((transaction or self.graph).run("memories/remove", ids=list(ids))[0]["removed"])

    def archive(
        self, ids: Sequence[str], what: str, *, reason: str = "", transaction: Graph | None = None
    ) -> Receipt | None:
        """Archive memories, so that searches and reads do not return them; return a receipt for `restore`.

        Args:
            ids: the memories' ids.
            what: the operation, as "prune".
            reason: why, for the audit record.
            transaction: the transaction to write in; None: a transaction of its own.

        Returns:
                The receipt; None where there was nothing to archive.
        """
        if not ids:
            return None
        receipt, now = f"{what}-{uuid.uuid4().hex[:12]}", self.clock.now()
        [row] = (transaction or self.graph).run(
            "memories/archive", ids=sorted(ids), receipt=receipt, what=what, reason=reason, now=now
        )
        return Receipt(receipt, now, what, dict(sorted(Counter(row["kinds"]).items())))

    def restore(self, receipt: Receipt | str) -> Receipt:
        """Restore what was archived under a receipt.

        Raises:
            NotFound: there is no such receipt, or it was already restored.
        """
        name, now = (
            receipt.id if isinstance(receipt, Receipt) else validate_name("receipt", receipt),
            self.clock.now(),
        )
        rows = self.graph.run("memories/restore", receipt=name, now=now)
        if not rows:
            raise NotFound(f"receipt {name!r} that can be restored in scope {self.graph.scope!r}")
        restored = dict(sorted(Counter(rows[0]["kinds"]).items()))
        return Receipt(name, now, f"restored: {rows[0]['what']}", {}, restored)

    def source_audiences(self, ids: Sequence[str], *, transaction: Graph | None = None) -> dict[str, str]:
        """Return the audience of each of these memories, of any kind. Ids that do not exist are left out."""
        if not ids:
            return {}
        rows = (transaction or self.graph).run("memories/source_audiences", ids=list(ids))
        return {row["id"]: row["audience"] for row in rows}

    def narrow_audience(self, sources: Sequence[str], given: str = "shared") -> str:
        """Return the narrowest audience of a memory based on these sources. Sources that do not exist are ignored.

        Raises:
            InvalidInput: the sources have two private audiences, so that no reader could see the memory.
        """
        try:
            return narrowest_audience([given, *self.source_audiences(sources).values()])
        except ValueError:
            raise InvalidInput(
                "sources", list(sources), "memories that are shared or have one private audience"
            ) from None

    def supersede(self, record: MemoryRecord, older: Sequence[str]) -> list[str]:
        """Write a record that supersedes others, in one transaction. The others are kept, but no longer current.

        Args:
            record: the new record.
            older: ids of the memories that it supersedes.

        Returns:
            The ids of the superseded memories that were current.

        Raises:
            ModelUnavailable: the embedder has no weights; nothing was written.
        """
        embeddings, now = self.embed_texts(record.text), self.clock.now()

        def work(transaction: Graph) -> list[str]:
            self.put(record, transaction=transaction, embeddings=embeddings, now=now)
            [row] = transaction.run("memories/supersede", id=record.id, older=sorted(older), now=now)
            return list(row["superseded"])

        return self.graph.transact(work)

    def find_similar(
        self, kind: str, text: str, *, audience: str | None = None, limit: int = 5
    ) -> list[tuple[dict[str, Any], float]]:
        """Return current memories of a kind and audience, or of all, with a similar meaning: with their cosine, nearest first.

        Raises:
            ModelUnavailable: the embedder has no weights.
        """
        return self.find_near(kind, self.embed_texts(text)[text][0], audience=audience, limit=limit)

    def find_near(
        self, kind: str, vector: Any, *, audience: str | None, limit: int
    ) -> list[tuple[dict[str, Any], float]]:
        """Return current memories of a kind and audience, or of all, with their cosine to a vector, nearest first."""
        narrowed: dict[str, Any] = {} if audience is None else {"audiences": [audience]}
        fragments = ["audience"] if narrowed else []
        rows = self.graph.run(
            "memories/nearest", fragments, kind=kind, vector=Vector.from_numpy(vector), k=limit, **narrowed
        )
        return [(flatten_memory_row(row), 2 * row["score"] - 1) for row in rows]

    def require_sources(self, sources: Sequence[str], wanted: str = "shared") -> str:
        """Return the narrowest audience of a memory based on these sources, all of which must exist.

        Raises:
            NotFound: a source does not exist.
            InvalidInput: the sources have two private audiences.
        """
        seen = self.source_audiences(sources)
        for each in sources:
            if each not in seen:
                raise NotFound(f"{each!r} in scope {self.graph.scope!r}")
        try:
            return narrowest_audience([wanted, *seen.values()])
        except ValueError:
            raise InvalidInput(
                "sources", list(sources), "memories that are shared or have one private audience"
            ) from None

    def touch(self, ids: Sequence[str]) -> None:
        """Record that memories were used, in one trip."""
        if ids:
            self.graph.run("memories/touch", ids=list(ids), now=self.clock.now())


def flatten_memory_row(row: Mapping[str, Any]) -> dict[str, Any]:
    """Return a row of a statement (`node`, `sources`, `about`) as one mapping."""
    return {**row["node"], "sources": tuple(row["sources"]), "about": tuple(each["id"] for each in row["about"])}
