"""Entities as callers see them: read, merged and taken apart again, renamed."""

from __future__ import annotations

import uuid
from collections.abc import Collection, Sequence
from typing import Any

from neo4j.vector import Vector

from kg.errors import InvalidInput, NotFound
from kg.graph import Graph
from kg.graph.full_text import lucene, memory_terms, term
from kg.graph.scoped_graph import Turn
from kg.knowledge.batch_names import LABELS, TYPES, text_read
from kg.knowledge.batch_writer import facts_of, put, settle_again
from kg.knowledge.entity_lookup import at_most, entity_record, one
from kg.knowledge.fact_merging import same_facts
from kg.knowledge.vector_cache import Vectors
from kg.language.embedders import embed
from kg.language.keywords import keywords, lucene_escape
from kg.language.name_keys import entity_id, name_key
from kg.protocols import Clock, Embedder
from kg.types import Entity, Receipt, identifiers

_CONFIRMATIONS = 3
_SEARCHED = 50


class Entities:
    """The entities of a scope."""

    def __init__(self, graph: Graph, embedder: Embedder, clock: Clock) -> None:
        self._graph = graph
        self._embedder = embedder
        self._vectors = Vectors(embedder)
        self._clock = clock

    def get(self, name: str) -> Entity:
        """The entity of that name, alias or id; a first name alone finds whom it fits where it fits just one.

        Raises:
            InvalidInput: the name is blank or too long.
            NotFound: nothing is known of that name.
        """
        return one(self._graph, name, "name")

    def list(self, *, type: str | None = None, limit: int = 100) -> list[Entity]:  # noqa: A002 - the contract's name
        """The entities that are most spoken of.

        Args:
            type: person, org, place, project, tool, concept, event, product or other.
            limit: 1 to 10,000.

        Raises:
            InvalidInput: names the field.
        """
        chosen: dict[str, Any] = {} if type is None else {"type": _type(type)}
        rows = self._graph.run("knowledge/entities", list(chosen), limit=at_most(limit), **chosen)
        return [entity_record(row["entity"]) for row in rows]

    def search(self, text: str, *, limit: int = 10) -> Sequence[Entity]:
        """The entities whose names or descriptions fit a text, best first: by words and by meaning.

        Raises:
            InvalidInput: the text is blank, or the limit is none.
        """
        if not isinstance(text, str) or not text.strip():
            raise InvalidInput("text", text, "text that is not blank")
        most = at_most(limit)
        filters: dict[str, list[object]] = {
            "scope": [self._graph.scope],
            "kind": ["entity", "person"],
            "current": [True],
        }
        query = lucene(map(lucene_escape, dict.fromkeys(keywords(text))), filters)
        vector = Vector.from_numpy(embed(self._embedder, [text])[0])
        [row] = self._graph.run("knowledge/entities_like", query=query, vector=vector, limit=_SEARCHED)
        ranks: dict[str, float] = {}
        for found in (row["worded"], row["near"]):
            for place, each in enumerate(found):
                ranks[each["id"]] = ranks.get(each["id"], 0.0) + 1 / (60 + place + 1)
        stored = {each["id"]: each for each in [*row["worded"], *row["near"]]}
        best = sorted(ranks, key=lambda each: (-ranks[each], each))
        return [entity_record(stored[each]) for each in best[:most]]

    def merge(self, keep: str, absorb: str, *, reason: str = "", by: str | None = None) -> Receipt:
        """Make two entities one: mentions, facts, relations, accounts and names of the second go over to the first.

        Args:
            keep: name or id of the one that stays.
            absorb: name or id of the one that goes; a tombstone stays in its place.
            reason: why, for the record.
            by: who did it, for the record.

        Returns:
            A receipt that `unmerge` takes.

        Raises:
            InvalidInput: both are the same.
            NotFound: nothing is known of a name.
        """
        first, second = one(self._graph, keep, "keep"), one(self._graph, absorb, "absorb")
        if first.id == second.id:
            raise InvalidInput("absorb", absorb, f"another entity than {first.name!r}, whose name that is")
        receipt = _record("merge")
        now = self._clock.now()
        own = name_key(first.name)
        both = (*first.aliases, second.name, *second.aliases)
        aliases = [name for key, name in {name_key(name): name for name in both}.items() if key != own]
        text = text_read(first.name, aliases, first.description)

        def work(turn: Turn) -> tuple[int, int]:
            turn.run("knowledge/lock_writers", now=now)
            [row] = turn.run(
                "knowledge/merge_entities", keep=first.id, absorb=second.id, receipt=receipt, now=now, reason=reason, by=by,
                aliases=aliases, text=text,
            )  # fmt: skip
            places = _places(turn, [first.id])
            _fold(turn, places, row["facts"], receipt, now)
            settle_again(turn, places, vectors=self._vectors, now=now)
            return row["moved"], len(row["facts"])

        moved, facts = self._graph.transact(work)
        what = f"merged {second.name!r} into {first.name!r}"
        return Receipt(receipt, now, what, removed={"entity": 1}, kept={"mention": moved, "fact": facts})

    def unmerge(self, receipt: Receipt | str) -> None:
        """Undo a merge: both are again what they were; what was learnt since stays with the one that stayed.

        Raises:
            NotFound: there is no such merge, or it was undone before.
        """
        name = receipt.id if isinstance(receipt, Receipt) else identifiers.plain("receipt", receipt)
        now = self._clock.now()

        def work(turn: Turn) -> None:
            turn.run("knowledge/lock_writers", now=now)
            rows = turn.run("knowledge/unmerge_entities", receipt=name, now=now)
            if not rows:
                raise NotFound(f"merge {name!r} that is not undone, in scope {turn.scope!r}")
            settle_again(turn, _places(turn, [rows[0]["keep"], rows[0]["absorb"]]), vectors=self._vectors, now=now)

        self._graph.transact(work)

    def split(self, entity: str, mentions: Collection[str], name: str, *, reason: str = "") -> Entity:
        """Take what some events say out of an entity, and make another one of it.

        Facts that rest on these events alone go over too; what others say as well stays.

        Args:
            entity: name or id of the one that two things were taken for.
            mentions: ids of the events that mean the other thing.
            name: what that is called; it may be the same name.
            reason: why, for the record.

        Raises:
            InvalidInput: no event is named.
            NotFound: nothing is known of the name, or none of these events names it.
        """
        found, written = one(self._graph, entity, "entity"), identifiers.plain("name", name)
        events = sorted({identifiers.plain("mentions", each) for each in mentions})
        if not events:
            raise InvalidInput("mentions", list(mentions), "ids of events")
        key, now, audit = name_key(written), self._clock.now(), _record("split")
        # The events tell it apart from whatever else is called so.
        other = entity_id(key, f"{found.id} {events[0]}")

        def work(turn: Turn) -> None:
            turn.run("knowledge/lock_writers", now=now)
            made = self._vectors.entity(_fresh(other, written, found, turn.scope))
            put(turn, vectors=self._vectors, now=now, entities=[made])
            [row] = turn.run(
                "knowledge/split_entity", id=found.id, other=other, events=events, audit=audit, reason=reason, now=now
            )
            # What was said by hand states a fact without naming anybody in passing.
            if not row["moved"] and not row["facts"]:
                raise NotFound(f"mention of {found.name!r} in {', '.join(events[:3])}")
            settle_again(turn, _places(turn, [found.id, other]), vectors=self._vectors, now=now)

        self._graph.transact(work)
        return one(self._graph, other)

    def rename(self, entity: str, name: str) -> Entity:
        """Give an entity another name; the old one stays an alias, and no mention changes the new one.

        Raises:
            InvalidInput: the name is blank or too long.
            NotFound: nothing is known of the old name.
        """
        found, written = one(self._graph, entity, "entity"), identifiers.plain("name", name)
        key = name_key(written)
        others = {name_key(each): each for each in (found.name, *found.aliases)}
        aliases = [each for other, each in others.items() if other != key]
        text = text_read(written, aliases, found.description)
        vector = Vector.from_numpy(embed(self._embedder, [written])[0])
        [row] = self._graph.run(
            "knowledge/rename_entity", id=found.id, name=written, key=key, terms=term("scope", self._graph.scope),
            aliases=aliases,
            text=text, vector=vector, audit=_record("rename"), before=found.name, now=self._clock.now(),
        )  # fmt: skip
        return entity_record(row["entity"])

    def confirm(self, linked: Collection[str]) -> Sequence[Receipt]:
        """Merge the proposed pairs among these entities that were confirmed three times."""
        rows = self._graph.run("knowledge/confirmed_duplicates", ids=sorted(linked), least=_CONFIRMATIONS)
        return [self.merge(row["other"], row["one"], reason="confirmed by three events") for row in rows]


def _places(turn: Turn, ids: Sequence[str]) -> dict[str, list[str]]:
    """The subjects and predicates of all facts that have one of these entities at an end."""
    return {row["subject"]: list(row["predicates"]) for row in turn.run("knowledge/slots_of_entities", ids=list(ids))}


def _fold(turn: Turn, places: dict[str, list[str]], moved: Sequence[str], receipt: str, now: Any) -> None:
    """Of facts that say the same since two entities are one, the one that was there stays."""
    pairs = same_facts(facts_of(turn, places, now), set(moved))
    if pairs:
        turn.run(
            "knowledge/merge_facts", pairs=[{"keep": keep, "absorb": absorb} for keep, absorb in pairs], receipt=receipt
        )


def _fresh(name: str, written: str, of: Entity, scope: str) -> dict[str, Any]:
    kind = "person" if of.type == "person" else "entity"
    label = LABELS[of.type]
    return {
        "id": name,
        "label": label,
        "other_labels": sorted(set(LABELS.values()) - {label}),
        "properties": {
            "kind": kind,
            "name": written,
            "text": written,
            "type": of.type,
            "strong": True,
            "votes": [],
            "aliases": [],
            "audience": "shared",
            "terms": memory_terms(scope, kind, {"audience": "shared"}),
            "last_session": None,
        },
        "first": of.first_seen,
        "last": of.last_seen,
        "keys": [{"key": name_key(written), "name": written, "terms": term("scope", scope)}],
        "embed": True,
    }


def _record(what: str) -> str:
    return f"{what}-{uuid.uuid4().hex[:12]}"


def _type(value: object) -> str:
    if value not in TYPES:
        raise InvalidInput("type", value, f"one of {', '.join(TYPES)}")
    return str(value)
