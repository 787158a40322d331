"""Entities of another memory: names, aliases, descriptions and counts, joined with the entities that are known already."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from kg.errors import InvalidInput
from kg.graph import ENTITY_TYPES, GraphTransaction
from kg.knowledge.batch_writer import store_facts
from kg.knowledge.entity_resolution import EntityCandidate, are_types_compatible
from kg.knowledge.entity_state import EntityState, build_entity_row, choose_spelling, read_entity_state
from kg.knowledge.fact_state import SHARED
from kg.knowledge.vector_cache import VectorCache
from kg.language import clean_text, entity_id, name_key, name_skeleton
from kg.runtime import Runtime
from kg.types import parse_identity, validate_name

_MAX_DESCRIPTION_CHARS = 2_000
_MAX_ALIASES = 50
_MAX_NAME_CHARS = 200
_DEFAULT_IMPORTANCE = 5
# Properties that an entity may lack.
_UNSET: Mapping[str, Any] = dict.fromkeys(
    (
        "votes",
        "type",
        "strong",
        "mention_count",
        "last_session",
        "seen",
        "named_at",
        "aliases",
        "description",
        "importance",
        "audience",
        "fixed",
    )
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportedEntity:
    """An entity of another memory.

    Attributes:
        name: its name.
        type: its type; see `kg.graph.ENTITY_TYPES`.
        aliases: other names.
        description: what it is.
        importance: 1 to 10; None: not known.
        mention_count: how often it was mentioned there.
        first_seen: when it was first mentioned.
        last_seen: when it was last mentioned.
        account: account of the person that it is, as `platform:id`; None where it has none.
    """

    name: str
    type: str = "other"
    aliases: Sequence[str] = ()
    description: str = ""
    importance: int | None = None
    mention_count: int = 0
    first_seen: dt.datetime | None = None
    last_seen: dt.datetime | None = None
    account: str | None = None


def check_imported_entity(entity: ImportedEntity) -> ImportedEntity:
    """Return an entity with a checked name and account; aliases that are no names are left out.

    Raises:
        InvalidInput: the name, the type or the account is invalid.
    """
    name = validate_name("name", entity.name)
    key = name_key(name)
    if len(key) > _MAX_NAME_CHARS:
        raise InvalidInput("name", entity.name, f"a name of at most {_MAX_NAME_CHARS} characters")
    if entity.type not in ENTITY_TYPES:
        raise InvalidInput("type", entity.type, f"one of {', '.join(ENTITY_TYPES)}")
    account = None if entity.account is None else str(parse_identity(entity.account, "any", "account"))
    spellings = {name_key(alias): alias for alias in filter(None, map(_clean_alias, entity.aliases))}
    spellings.pop(key, None)
    return replace(
        entity,
        name=name,
        aliases=tuple(spellings.values())[:_MAX_ALIASES],
        description=" ".join(clean_text(entity.description).split())[:_MAX_DESCRIPTION_CHARS],
        importance=None if entity.importance is None else min(10, max(1, entity.importance)),
        mention_count=max(0, entity.mention_count),
        account=account,
    )


def _clean_alias(value: object) -> str | None:
    try:
        alias = validate_name("alias", value)
    except InvalidInput:
        return None
    return alias if 0 < len(name_key(alias)) <= _MAX_NAME_CHARS else None


def import_entities(runtime: Runtime, entities: Sequence[ImportedEntity]) -> list[str]:
    """Write checked entities, each joined with the one that is known by its account or name; return their ids in order.

    A description, an importance and times that are known already stay; aliases are added. Idempotent.
    """
    if not entities:
        return []
    vectors = VectorCache(runtime.embedder)
    vectors.embed_texts(entity.name for entity in entities)
    now = runtime.clock.now()

    def work(turn: GraphTransaction) -> list[str]:
        turn.run("knowledge/lock_writers", now=now)
        batch = _ImportBatch(turn, entities, now)
        rows = [batch.build_row(name) for name in sorted(batch.states)]
        store_facts(turn, vectors=vectors, now=now, entities=[vectors.add_name_vector(row) for row in rows])
        return batch.ids

    return runtime.graph.transact(work)


class _ImportBatch:
    """The entities of one transaction: stored ones, and those that it creates."""

    def __init__(self, turn: GraphTransaction, entities: Sequence[ImportedEntity], now: dt.datetime) -> None:
        self._scope, self._now = turn.scope, now
        self.states: dict[str, EntityState] = {}
        self._by_key: dict[str, list[EntityState]] = {}
        self._details: dict[str, dict[str, Any]] = {}
        found: dict[int, list[EntityState]] = {}
        for row in turn.run("knowledge/importable_entities", names=[_query_row(n, e) for n, e in enumerate(entities)]):
            state = self.states.setdefault(row["entity"]["id"], read_entity_state({**_UNSET, **row["entity"]}))
            found.setdefault(row["n"], []).append(state)
        stored = set(self.states)
        self.ids = [self._add(entity, found.get(number, [])) for number, entity in enumerate(entities)]
        for name in stored - set(self.ids):
            del self.states[name]

    def _add(self, entity: ImportedEntity, found: Sequence[EntityState]) -> str:
        key = name_key(entity.name)
        state = self._choose(entity, [*found, *self._by_key.get(key, ())])
        if state is None:
            taken = entity_id(key) in self.states
            candidate = EntityCandidate(
                entity_id(key, entity.type if taken or found else ""), entity.name, entity.type, type_is_certain=True
            )
            state = self.states.setdefault(candidate.id, EntityState(candidate))
            self._by_key.setdefault(key, []).append(state)
        self._merge(state, entity)
        return state.candidate.id

    def _choose(self, entity: ImportedEntity, found: Sequence[EntityState]) -> EntityState | None:
        """Return the entity that this one is: the person of its account, or the one of its name and a compatible type."""
        if entity.account is not None:
            return found[0] if found else None
        fitting = [one for one in found if are_types_compatible(entity.type, one.candidate.type)]
        distinct = {one.candidate.id: one for one in fitting}
        return next(iter(distinct.values())) if len(distinct) == 1 else None

    def _merge(self, state: EntityState, entity: ImportedEntity) -> None:
        for spelling in (entity.name, *entity.aliases):
            key = name_key(spelling)
            current = state.spellings.get(key)
            state.spellings[key] = spelling if current is None else choose_spelling(current, spelling)
            state.candidate.keys |= {key}
        if entity.account is not None and state.candidate.name == entity.account.partition(":")[2]:
            # So far the person is named by the account alone.
            state.candidate.name = entity.name
        # One without times was first seen now, and keeps this time when it is imported again.
        named_at = state.stored.get("named_at")
        known = state.last_seen or (named_at.to_native() if named_at else state.candidate.last_seen)
        first = entity.first_seen or entity.last_seen or known or self._now
        last = entity.last_seen or entity.first_seen or known or self._now
        state.first_seen = min(first, state.first_seen or first)
        state.last_seen = max(last, state.last_seen or last)
        state.audiences.add(SHARED)
        details = self._details.setdefault(state.candidate.id, {})
        before: Mapping[str, Any] = state.stored
        details["description"] = before.get("description") or details.get("description") or entity.description
        details["importance"] = before.get("importance") or details.get("importance") or entity.importance
        counts = (before.get("mention_count") or 0, details.get("mention_count") or 0, entity.mention_count)
        details["mention_count"] = max(counts)

    def build_row(self, name: str) -> dict[str, Any]:
        """Return the row of `knowledge/write_batch` for an entity."""
        state, details = self.states[name], self._details[name]
        state.stored = {**state.stored, "description": details["description"]}
        row = build_entity_row(state, self._scope)
        properties = {
            **row["properties"],
            "description": details["description"] or None,
            "mention_count": details["mention_count"],
        }
        if not state.candidate.has_account:
            # A person with an account has none.
            properties["importance"] = details["importance"] or _DEFAULT_IMPORTANCE
        else:
            properties["skeleton"] = name_skeleton(state.candidate.name)
        return {**row, "properties": properties}


def _query_row(number: int, entity: ImportedEntity) -> dict[str, Any]:
    account = None if entity.account is None else parse_identity(entity.account, "any", "account")
    return {
        "n": number,
        "key": name_key(entity.name),
        "platform": account.platform if account else None,
        "platform_id": account.platform_id if account else None,
    }
