"""Entities and persons after events that named them were erased or read again: rebuilt from what remains, or erased."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from kg.graph import ENTITY_LABELS, ENTITY_TYPES, Graph, GraphTransaction, memory_terms
from kg.knowledge.entity_state import build_entity_text, choose_spelling
from kg.knowledge.extracted_events import widest_audience
from kg.knowledge.fact_merging import build_fact_text
from kg.knowledge.fact_state import read_fact_key, text_to_embed
from kg.knowledge.vector_cache import VectorCache
from kg.language import name_key, name_skeleton

_SHARED = "shared"


@dataclass(frozen=True)
class EntityContribution:
    """What the erased events contributed to an entity.

    Attributes:
        forms: spellings of its name in these events.
        types: their votes for its type.
        has_certain_type: whether one of the votes was certain.
    """

    forms: frozenset[str] = frozenset()
    types: Counter[str] = field(default_factory=Counter)
    has_certain_type: bool = False


@dataclass
class EntityErasure:
    """The result of rebuilding entities and persons.

    Attributes:
        removed: kind → number of removed records.
        remaining: id of each that remains → its kind.
        erased: ids of the erased ones.
        dependents: ids of memories that had the erased ones as source or subject.
    """

    removed: Counter[str] = field(default_factory=Counter)
    remaining: dict[str, str] = field(default_factory=dict)
    erased: set[str] = field(default_factory=set)
    dependents: set[str] = field(default_factory=set)


def rebuild_entities(
    transaction: GraphTransaction,
    contributions: Mapping[str, EntityContribution],
    written_at: Collection[Any] | None,
    *,
    vectors: VectorCache,
    now: dt.datetime,
) -> EntityErasure:
    """Rebuild entities and persons from the remaining events; erase those that nothing references.

    Args:
        transaction: the transaction in which events were erased.
        contributions: id of each → what these events contributed to it.
        written_at: creation times of these events: a person created by one of them is erased with their last event. None: persons
            with accounts are not changed.
        vectors: embeds new names.
        now: the current time.
    """
    result = EntityErasure()
    rows = list(transaction.run("erasure/remaining_entities", ids=sorted(contributions)))
    unsupported = [row["entity"]["id"] for row in rows if _is_unsupported(row, written_at)]
    if unsupported:
        result.removed, result.dependents = erase_entities(transaction, unsupported)
    result.erased = set(unsupported)
    entities = [
        _RemainingEntity(row, contributions[row["entity"]["id"]], written_at)
        for row in rows
        if row["entity"]["id"] not in result.erased
    ]
    result.remaining = {entity.id: "person" if entity.accounts else entity.kind for entity in entities}
    changed = sorted((entity for entity in entities if entity.properties()), key=lambda entity: entity.id)
    transaction.run(
        "erasure/rename_entities",
        removed_names=[{"entity": entity.id, "key": key} for entity in entities for key in sorted(entity.lost_keys)],
        name_audiences=[
            {"entity": entity.id, "key": key, "audiences": audiences}
            for entity in entities
            for key, audiences in entity.narrowed_audiences()
        ],
        labels=[row for entity in entities if (row := entity.label())],
        audits=[row for entity in entities for row in entity.audits()],
    )
    updates = [
        {
            "id": entity.id,
            "properties": entity.properties(),
            "vector": vectors.embed_text(entity.name)[0] if entity.is_renamed else None,
        }
        for entity in changed
    ]
    if updates:
        transaction.run("erasure/update_nodes", rows=updates, now=now)
    if renamed := [entity.id for entity in entities if entity.is_renamed]:
        _rebuild_fact_texts(transaction, renamed, vectors, now)
    return result


def _rebuild_fact_texts(
    transaction: GraphTransaction, ids: Sequence[str], vectors: VectorCache, now: dt.datetime
) -> None:
    """Rewrite the texts of facts with the current names of their endpoints."""
    rows = []
    for row in transaction.run("erasure/facts_naming_entities", ids=list(ids)):
        text = build_fact_text(
            row["predicate"],
            row["subject"] or "",
            row["object"] or "",
            polarity=row["polarity"],
            template=row["template"],
        )
        if text != row["text"]:
            vector, states = vectors.embed_text(text_to_embed(text, read_fact_key(row)))
            properties = {"text": text, "name": text, "object_text": row["object"], "states": states}
            rows.append({"id": row["id"], "properties": properties, "vector": vector})
    if rows:
        transaction.run("erasure/update_nodes", rows=sorted(rows, key=lambda each: each["id"]), now=now)


def erase_entities(transaction: Graph, ids: Sequence[str]) -> tuple[Counter[str], set[str]]:
    """Erase entities and persons with their dependent records; return the counts and the ids of dependent memories."""
    [row] = transaction.run("erasure/erase_entities", ids=sorted(ids))
    removed = Counter(row["kinds"])
    removed.update({"identity": row["identities"], "note": row["notes"], "mark": row["marks"]})
    return +removed, set(row["dependents"])


def _is_unsupported(row: Mapping[str, Any], written_at: Collection[Any] | None) -> bool:
    """Whether nothing references an entity any more. An account that was added through the API remains."""
    if (
        row["mention_count"]
        or row["message_count"]
        or row["fact_count"]
        or row["is_referenced"]
        or len(row["accounts"]) > 1
    ):
        return False
    return bool(not row["accounts"] or (written_at is not None and row["entity"]["created_at"] in written_at))


class _RemainingEntity:
    """An entity that remains. Only the properties that the erased events may have determined are rebuilt."""

    def __init__(
        self, row: Mapping[str, Any], contribution: EntityContribution, written_at: Collection[Any] | None
    ) -> None:
        self.stored: Mapping[str, Any] = row["entity"]
        self.id: str = self.stored["id"]
        self.accounts: Sequence[str] = row["accounts"]
        self._row = row
        self._written_at = written_at
        self._is_tombstone = "Tombstone" in row["labels"]
        # Name key → audiences and spelling in the remaining events.
        self.audiences: dict[str, set[str]] = {}
        self.spellings: dict[str, str] = {}
        for form, audience in [*row["forms"], *([each, _SHARED] for each in row["speaker_names"] if each)]:
            key = name_key(form)
            self.audiences.setdefault(key, set()).add(audience)
            self.spellings[key] = choose_spelling(self.spellings.get(key, form), form)
        keys = {key: audiences for key, _, audiences, _ in row["keys"]}
        self._contribution = contribution
        erased_keys = {name_key(form) for form in contribution.forms}
        self._is_unchanged = written_at is None and bool(self.accounts)
        # Events from before forms were stored may contain any of the names, so no name is removed then.
        self.lost_keys = (
            set()
            if row["has_unknown_forms"] or self._is_unchanged
            else {key for key in keys if key in erased_keys and key not in self.audiences}
        )
        self._erased_keys = erased_keys
        self._keys = keys
        self.name = self._choose_name()
        if name_key(self.name) in self.lost_keys:
            self.lost_keys.discard(name_key(self.name))
        self.type, self.is_certain = self._choose_type()
        self.kind = "person" if self.type == "person" else "entity"

    @property
    def is_renamed(self) -> bool:
        """Whether the name changes."""
        return self.name != str(self.stored["name"])

    def _choose_name(self) -> str:
        before = str(self.stored["name"])
        own = name_key(before)
        if (
            self.stored.get("fixed")
            or own not in self._erased_keys
            or self._row["has_unknown_forms"]
            or self._is_unchanged
        ):
            return before
        if own in self.audiences:
            return self.spellings[own] if self._spelling_matches(own) else before
        others = sorted(self.audiences, key=lambda key: (-len(key.split()), key))
        if others:
            return self.spellings[others[0]]
        return self.accounts[0].partition(":")[2] if self.accounts else before

    def _spelling_matches(self, key: str) -> bool:
        return name_key(self.spellings[key]) == key

    def _choose_type(self) -> tuple[str, bool]:
        """Return the type and whether it is certain; it changes only if an erased event may have determined it."""
        kind, is_certain = self.stored.get("type") or "other", bool(self.stored.get("strong"))
        if self.accounts or self._row["has_unknown_forms"] or self._is_tombstone or self.stored.get("fixed"):
            return kind, is_certain
        certain = [(at, each.removesuffix("!")) for each, at in self._row["ends"] if each.endswith("!")]
        if is_certain and (certain or not self._contribution.has_certain_type):
            types = {each for _, each in certain}
            return (kind, True) if not certain or kind in types else (min(certain)[1], True)
        if self.votes:
            return min(self.votes, key=lambda each: (-self.votes[each], ENTITY_TYPES.index(each))), False
        ends = [(at, each) for each, at in self._row["ends"]]
        return (min(ends)[1] if ends else kind), False

    @cached_property
    def votes(self) -> Counter[str]:
        """Type → number of remaining events that vote for it."""
        stored = (each.partition(":") for each in self.stored.get("votes") or ())
        return +(Counter({kind: int(count) for kind, _, count in stored}) - self._contribution.types)

    def narrowed_audiences(self) -> list[tuple[str, list[str] | None]]:
        """Return the name keys whose audiences shrink, each with its remaining audiences."""
        if self._row["has_unknown_forms"]:
            return []
        found: list[tuple[str, list[str] | None]] = []
        for key, before in self._keys.items():
            if key in self._erased_keys and key in self.audiences and key not in self.lost_keys and before is not None:
                audiences = None if _SHARED in self.audiences[key] else sorted(self.audiences[key])
                if audiences != before:
                    found.append((key, audiences))
        return found

    def _aliases(self) -> list[str]:
        own, found = name_key(self.name), {}
        restricted = {
            key: set(audiences)
            for key, audiences in {**self._keys, **dict(self.narrowed_audiences())}.items()
            if audiences is not None
        }
        own_audiences = restricted.get(own, {_SHARED})
        for each in self.stored.get("aliases") or ():
            key = name_key(each)
            audiences = restricted.get(key, {_SHARED})
            if key != own and key not in self.lost_keys and (_SHARED in audiences or own_audiences <= audiences):
                found[key] = self.spellings.get(key, each) if key in self._erased_keys else each
        return [each for _, each in sorted(found.items())]

    def label(self) -> dict[str, Any] | None:
        """Return the row that changes its type label, if the type changes."""
        if self.accounts or self._is_tombstone or self.type == self.stored.get("type"):
            return None
        label = ENTITY_LABELS[self.type]
        return {"id": self.id, "label": label, "other_labels": sorted(set(ENTITY_LABELS.values()) - {label})}

    def _audience(self) -> str:
        before, remaining = str(self.stored.get("audience") or _SHARED), set(self._row["audiences"])
        is_unchanged = before in remaining and before != _SHARED and _SHARED not in remaining
        if self.accounts or not remaining or is_unchanged:
            return before
        return widest_audience(remaining)

    def properties(self) -> dict[str, Any]:
        """Return the properties that change."""
        row, stored = self._row, self.stored
        if self._is_unchanged:
            count = row["mention_count"]
            return {} if count == stored["mention_count"] else {"mention_count": count}
        aliases, audience = self._aliases(), self._audience()
        description = stored.get("description") or ""
        values: dict[str, Any] = {
            "name": self.name,
            "mention_count": row["mention_count"],
            "first_seen": row["first"] or stored.get("first_seen"),
            "last_seen": row["last"] or stored.get("last_seen"),
        }
        if self.is_renamed or aliases != list(stored.get("aliases") or ()):
            values |= {"aliases": aliases, "text": build_entity_text(self.name, aliases, description)}
        if self.is_renamed and stored.get("skeleton") is not None:
            values["skeleton"] = name_skeleton(self.name)
        if not row["has_unknown_forms"] and not self._is_tombstone:
            values |= {"type": self.type, "strong": self.is_certain, "kind": self.kind}
            if stored.get("votes") is not None:
                values["votes"] = [f"{kind}:{count}" for kind, count in sorted(self.votes.items())]
        if row["newest"] is not None and stored.get("named_at") is not None:
            values |= {"named_at": row["newest"]["at"], "last_session": row["newest"]["session"]}
        elif stored.get("named_at") is not None:
            values |= {"named_at": None, "last_session": None}
        if audience != stored.get("audience"):
            values["audience"] = audience
        if not self._is_tombstone and ("audience" in values or values.get("kind", stored["kind"]) != stored["kind"]):
            values["terms"] = memory_terms(
                str(stored["scope"]), values.get("kind", stored["kind"]), {"audience": audience}
            )
        if (
            self.accounts
            and self._written_at
            and stored.get("created_at") in self._written_at
            and row["first_written"] is not None
        ):
            values["created_at"] = row["first_written"]
        if self.accounts and stored.get("embedding") and not row["mention_count"] and not row["fact_count"]:
            # Like a new person: without mentions and facts there is nothing to embed.
            values["embedding"] = None
        return {key: value for key, value in values.items() if value != stored.get(key)}

    def audits(self) -> list[dict[str, Any]]:
        """Return updates of merge and rename records that contain removed names, so that an unmerge does not restore them."""
        found = []
        for audit in self._row["audits"]:
            if audit["what"] == "rename" and name_key(audit["reason"] or "") in self.lost_keys:
                found.append({"id": audit["id"], "properties": {"reason": ""}})
            elif audit["what"] == "merge" and audit["keep"] == self.id:
                aliases = [each for each in audit["aliases"] or () if name_key(each) not in self.lost_keys]
                text = build_entity_text(self.name, aliases, self.stored.get("description") or "")
                if aliases != list(audit["aliases"] or ()) or (self.is_renamed and text != audit["text"]):
                    found.append({"id": audit["id"], "properties": {"aliases": aliases, "text": text}})
        return found
