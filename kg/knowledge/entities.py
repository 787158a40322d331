"""Entities as callers see them: read, search, merge, split and rename."""

from __future__ import annotations

import uuid
from collections.abc import Collection, Sequence
from typing import Any

from neo4j.vector import Vector

from kg.errors import InvalidInput, NotFound
from kg.graph import ENTITY_LABELS, ENTITY_TYPES, GraphTransaction, build_lucene_query, filter_term, memory_terms
from kg.knowledge.batch_writer import load_facts, readjudicate_facts, store_facts
from kg.knowledge.entity_lookup import build_entity_record, check_limit, get_entity
from kg.knowledge.entity_state import build_entity_text
from kg.knowledge.fact_merging import find_duplicate_facts
from kg.knowledge.vector_cache import VectorCache
from kg.language import embed_texts, entity_id, escape_lucene, extract_keywords, name_key
from kg.runtime import Runtime
from kg.types import Entity, Receipt, validate_name

_CONFIRMATIONS = 3
_SEARCH_LIMIT = 50


class Entities:
    """The entities of a scope."""

    def __init__(self, runtime: Runtime) -> None:
        self._graph = runtime.graph
        self._embedder = runtime.embedder
        self._vectors = VectorCache(runtime.embedder)
        self._clock = runtime.clock

    def get(self, name: str) -> Entity:
        """Return the entity of that name, alias or id; a first name alone resolves where it fits exactly one person.

        Raises:
            InvalidInput: the name is blank or too long.
            NotFound: the scope has no such entity.
        """
        return get_entity(self._graph, name, "name")

    def list(self, *, type: str | None = None, limit: int = 100) -> list[Entity]:  # noqa: A002 - the contract's name
        """Return the most mentioned entities.

        Args:
            type: person, org, place, project, tool, concept, event, product or other.
            limit: 1 to 10,000.

        Raises:
            InvalidInput: names the field.
        """
        type_filter: dict[str, Any] = {} if type is None else {"type": _check_type(type)}
        rows = self._graph.run("knowledge/entities", list(type_filter), limit=check_limit(limit), **type_filter)
        return [build_entity_record(row["entity"]) for row in rows]

    def search(self, text: str, *, limit: int = 10) -> Sequence[Entity]:
        """Return the entities whose names or descriptions match a text, best first, by full text and by vector.

        Raises:
            InvalidInput: the text is blank, or the limit is invalid.
        """
        if not isinstance(text, str) or not text.strip():
            raise InvalidInput("text", text, "must not be blank")
        maximum = check_limit(limit)
        filters: dict[str, list[object]] = {
            "scope": [self._graph.scope],
            "kind": ["entity", "person"],
            "current": [True],
        }
        query = build_lucene_query(map(escape_lucene, dict.fromkeys(extract_keywords(text))), filters)
        vector = Vector.from_numpy(embed_texts(self._embedder, [text])[0])
        [row] = self._graph.run("knowledge/entities_like", query=query, vector=vector, limit=_SEARCH_LIMIT)
        ranks: dict[str, float] = {}
        for hits in (row["by_text"], row["by_vector"]):
            for rank, each in enumerate(hits):
                ranks[each["id"]] = ranks.get(each["id"], 0.0) + 1 / (60 + rank + 1)
        stored = {each["id"]: each for each in [*row["by_text"], *row["by_vector"]]}
        best = sorted(ranks, key=lambda each: (-ranks[each], each))
        return [build_entity_record(stored[each]) for each in best[:maximum]]

    def merge(self, keep: str, absorb: str, *, reason: str = "", by: str | None = None) -> Receipt:
        """Merge two entities: mentions, facts, relations, accounts and names of the second move to the first.

        Args:
            keep: name or id of the entity to keep.
            absorb: name or id of the entity to absorb; a tombstone replaces it.
            reason: why, for the record.
            by: who did it, for the record.

        Returns:
            A receipt that `unmerge` accepts.

        Raises:
            InvalidInput: both are the same.
            NotFound: the scope has no such entity.
        """
        kept, absorbed = get_entity(self._graph, keep, "keep"), get_entity(self._graph, absorb, "absorb")
        if kept.id == absorbed.id:
            raise InvalidInput("absorb", absorb, f"an entity other than {kept.name!r}")
        receipt = _audit_id("merge")
        now = self._clock.now()
        own_key = name_key(kept.name)
        names = (*kept.aliases, absorbed.name, *absorbed.aliases)
        aliases = [name for key, name in {name_key(name): name for name in names}.items() if key != own_key]
        text = build_entity_text(kept.name, aliases, kept.description)

        def work(turn: GraphTransaction) -> tuple[int, int]:
            turn.run("knowledge/lock_writers", now=now)
            [row] = turn.run(
                "knowledge/merge_entities", keep=kept.id, absorb=absorbed.id, receipt=receipt, now=now, reason=reason, by=by,
                aliases=aliases, text=text,
            )  # fmt: skip
            slots = _load_slots(turn, [kept.id])
            _merge_duplicate_facts(turn, slots, row["facts"], receipt, now)
            readjudicate_facts(turn, slots, vectors=self._vectors, now=now)
            return row["moved"], len(row["facts"])

        moved, facts = self._graph.transact(work)
        summary = f"merged {absorbed.name!r} into {kept.name!r}"
        return Receipt(receipt, now, summary, removed={"entity": 1}, kept={"mention": moved, "fact": facts})

    def unmerge(self, receipt: Receipt | str) -> None:
        """Undo a merge: both entities are restored; what was added since stays with the kept one.

        Raises:
            NotFound: there is no such merge, or it was undone before.
        """
        name = receipt.id if isinstance(receipt, Receipt) else validate_name("receipt", receipt)
        now = self._clock.now()

        def work(turn: GraphTransaction) -> None:
            turn.run("knowledge/lock_writers", now=now)
            rows = turn.run("knowledge/unmerge_entities", receipt=name, now=now)
            if not rows:
                raise NotFound(f"merge {name!r} that is not undone, in scope {turn.scope!r}")
            readjudicate_facts(
                turn, _load_slots(turn, [rows[0]["keep"], rows[0]["absorb"]]), vectors=self._vectors, now=now
            )

        self._graph.transact(work)

    def split(
        self, entity: str, mentions: Collection[str], name: str, *, reason: str = "", by: str | None = None
    ) -> Entity:
        """Move what some events state from an entity to a new one.

        Facts that have only these events as evidence move too; the others stay.

        Args:
            entity: name or id of the entity that two things were taken for.
            mentions: ids of the events that mean the other entity.
            name: its name; it may be the same.
            reason: why, for the record.
            by: who did it, for the record.

        Raises:
            InvalidInput: no events are given.
            NotFound: there is no such entity, or none of these events mentions it.
        """
        original, other_name = get_entity(self._graph, entity, "entity"), validate_name("name", name)
        events = sorted({validate_name("mentions", each) for each in mentions})
        if not events:
            raise InvalidInput("mentions", list(mentions), "at least one event id")
        key, now, audit = name_key(other_name), self._clock.now(), _audit_id("split")
        # The event id makes the id differ from those of other entities of that name.
        other_id = entity_id(key, f"{original.id} {events[0]}")

        def work(turn: GraphTransaction) -> None:
            turn.run("knowledge/lock_writers", now=now)
            entity_row = self._vectors.add_name_vector(_new_entity_row(other_id, other_name, original, turn.scope))
            store_facts(turn, vectors=self._vectors, now=now, entities=[entity_row])
            [row] = turn.run(
                "knowledge/split_entity",
                id=original.id,
                other=other_id,
                events=events,
                audit=audit,
                reason=reason,
                by=by,
                now=now,
            )
            # A fact added by hand has no mentions.
            if not row["moved"] and not row["facts"]:
                raise NotFound(f"mention of {original.name!r} in {', '.join(events[:3])}")
            readjudicate_facts(turn, _load_slots(turn, [original.id, other_id]), vectors=self._vectors, now=now)

        self._graph.transact(work)
        return get_entity(self._graph, other_id)

    def rename(self, entity: str, name: str, *, by: str | None = None) -> Entity:
        """Rename an entity; the old name stays an alias, and later mentions do not change the new name.

        Args:
            entity: name or id.
            name: the new name.
            by: who did it, for the record.

        Raises:
            InvalidInput: the name is blank or too long.
            NotFound: the scope has no such entity.
        """
        renamed, new_name = get_entity(self._graph, entity, "entity"), validate_name("name", name)
        key = name_key(new_name)
        spellings = {name_key(each): each for each in (renamed.name, *renamed.aliases)}
        aliases = [each for key_of, each in spellings.items() if key_of != key]
        text = build_entity_text(new_name, aliases, renamed.description)
        vector = Vector.from_numpy(embed_texts(self._embedder, [new_name])[0])
        [row] = self._graph.run(
            "knowledge/rename_entity", id=renamed.id, name=new_name, key=key, terms=filter_term("scope", self._graph.scope),
            aliases=aliases,
            text=text, vector=vector, audit=_audit_id("rename"), before=renamed.name, by=by,
            now=self._clock.now(),
        )  # fmt: skip
        return build_entity_record(row["entity"])

    def confirm(self, linked: Collection[str]) -> Sequence[Receipt]:
        """Merge the proposed pairs among these entities that were confirmed three times."""
        rows = self._graph.run("knowledge/confirmed_duplicates", ids=sorted(linked), least=_CONFIRMATIONS)
        return [self.merge(row["other"], row["one"], reason="confirmed by three events") for row in rows]


def _load_slots(turn: GraphTransaction, ids: Sequence[str]) -> dict[str, list[str]]:
    """Return the subjects and predicates of all facts that have one of these entities as an endpoint."""
    return {row["subject"]: list(row["predicates"]) for row in turn.run("knowledge/slots_of_entities", ids=list(ids))}


def _merge_duplicate_facts(
    turn: GraphTransaction, slots: dict[str, list[str]], moved: Sequence[str], receipt: str, now: Any
) -> None:
    """Merge facts that state the same since the entities were merged; keep the ones that did not move."""
    pairs = find_duplicate_facts(load_facts(turn, slots, now), set(moved))
    if pairs:
        turn.run(
            "knowledge/merge_facts", pairs=[{"keep": keep, "absorb": absorb} for keep, absorb in pairs], receipt=receipt
        )


def _new_entity_row(entity: str, name: str, source: Entity, scope: str) -> dict[str, Any]:
    kind = "person" if source.type == "person" else "entity"
    label = ENTITY_LABELS[source.type]
    return {
        "id": entity,
        "label": label,
        "other_labels": sorted(set(ENTITY_LABELS.values()) - {label}),
        "properties": {
            "kind": kind,
            "name": name,
            "text": name,
            "type": source.type,
            "strong": True,
            "votes": [],
            "aliases": [],
            "audience": "shared",
            "terms": memory_terms(scope, kind, {"audience": "shared"}),
            "last_session": None,
        },
        "first": source.first_seen,
        "last": source.last_seen,
        "keys": [{"key": name_key(name), "name": name, "terms": filter_term("scope", scope)}],
        "embed": True,
    }


def _audit_id(action: str) -> str:
    return f"{action}-{uuid.uuid4().hex[:12]}"


def _check_type(value: object) -> str:
    if value not in ENTITY_TYPES:
        raise InvalidInput("type", value, f"one of {', '.join(ENTITY_TYPES)}")
    return str(value)
