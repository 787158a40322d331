"""Entities as a batch reads them and writes them back: names with their audiences, type votes, and the stored rows."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from kg.graph import ENTITY_LABELS, ENTITY_TYPES, as_datetime, filter_term, memory_terms
from kg.knowledge.entity_resolution import EntityCandidate
from kg.knowledge.extracted_events import widest_audience
from kg.knowledge.fact_state import SHARED
from kg.language import name_key

_EARLIEST = dt.datetime.min.replace(tzinfo=dt.UTC)


@dataclass
class EntityState:
    """An entity as a batch reads it and writes it back.

    Attributes:
        candidate: its data for name resolution.
        stored: its stored properties; empty for a new entity.
        spellings: folded name → spelling.
        type_votes: number of events that take it for each type.
        first_seen: when this batch first mentions it.
        last_seen: when this batch last mentions it.
        last_session: session of that last mention.
        audiences: audiences of the events of this batch that mention it.
        name_audiences: folded name → audiences in which it was used; a name without an entry is public.
    """

    candidate: EntityCandidate
    stored: Mapping[str, Any] = field(default_factory=dict)
    spellings: dict[str, str] = field(default_factory=dict)
    type_votes: Counter[str] = field(default_factory=Counter)
    first_seen: dt.datetime | None = None
    last_seen: dt.datetime | None = None
    last_session: str = ""
    audiences: set[str] = field(default_factory=set)
    name_audiences: dict[str, set[str]] = field(default_factory=dict)

    def may_reveal_alias(self, key: str) -> bool:
        """Whether everyone who knows the entity by its name may also read this alias."""
        return SHARED in self._audiences_of(key) or self._audiences_of(
            name_key(self.candidate.name)
        ) <= self._audiences_of(key)

    def may_take_name(self, audiences: Collection[str]) -> bool:
        """Whether a name used in these audiences may become its display name: all who know the name read them."""
        return SHARED in audiences or self._audiences_of(name_key(self.candidate.name)) <= set(audiences)

    def must_take_name(self, audiences: Collection[str]) -> bool:
        """Whether a name used in these audiences must become its display name: some may not know the old one."""
        name_audiences = self._audiences_of(name_key(self.candidate.name))
        return SHARED not in name_audiences and not set(audiences) <= name_audiences

    def is_visible_to(self, audiences: Collection[str]) -> bool:
        """Whether readers of each of these audiences know of the entity."""
        return all(
            any(
                not known_in.isdisjoint({SHARED, audience}) for known_in in map(self._audiences_of, self.candidate.keys)
            )
            for audience in audiences
        )

    def _audiences_of(self, key: str) -> set[str]:
        return self.name_audiences.get(key, {SHARED})


def choose_spelling(one: str, other: str) -> str:
    """Return the spelling of a name to display: a capitalised one, then the first in alphabetical order."""
    return min(one, other, key=lambda each: (not each[:1].isupper(), each.isupper() and len(each) > 4, each))


def build_entity_text(name: str, aliases: Iterable[str], description: str) -> str:
    """Return the full-text content of an entity: its names and description."""
    return " — ".join(part for part in (", ".join([name, *aliases]), description) if part)


def update_name(entity: EntityState, key: str, spelling: str, method: str, audiences: Collection[str]) -> None:
    """Take a spelling, or a fuller form, as the display name where the readers of the old one may read it."""
    if entity.stored.get("fixed") or not entity.may_take_name(audiences):
        return
    if key == name_key(entity.candidate.name):
        entity.candidate.name = choose_spelling(entity.candidate.name, spelling)
    elif (
        method == "given" and not entity.candidate.has_account and len(key.split()) > len(entity.candidate.name.split())
    ):
        entity.candidate.name = spelling


def read_entity_state(stored: Mapping[str, Any]) -> EntityState:
    """Return a stored entity, as `knowledge/resolution_candidates` returns it."""
    votes = Counter(
        {entity_type: int(count) for entity_type, _, count in (each.partition(":") for each in stored["votes"] or ())}
    )
    candidate = EntityCandidate(
        id=stored["id"],
        name=stored["name"],
        type=stored["type"] or "other",
        type_is_certain=bool(stored["strong"]) or bool(stored["identities"]),
        keys=frozenset(key for key, _ in stored["keys"]),
        mention_count=stored["mention_count"] or 0,
        last_seen=as_datetime(stored["seen"]),
        sessions=frozenset([*stored["spoken_in"], *([stored["last_session"]] if stored["last_session"] else [])]),
        neighbours=frozenset(stored["neighbours"]),
        has_account=bool(stored["identities"]),
    )
    return EntityState(
        candidate,
        stored,
        type_votes=votes,
        name_audiences={key: set(audiences) for key, audiences in stored["keys"] if audiences is not None},
    )


def _audience_list(audiences: Collection[str] | None) -> list[str] | None:
    """Return the audiences in which a name was used; None where it is public."""
    return None if audiences is None or SHARED in audiences else sorted(audiences)


def _last_named(stored: Mapping[str, Any]) -> tuple[dt.datetime, str] | None:
    named_at = as_datetime(stored.get("named_at"))
    return None if named_at is None else (named_at, stored.get("last_session") or "")


def build_entity_row(entity: EntityState, scope: str) -> dict[str, Any]:
    """Return the row of an entity that a batch mentions."""
    candidate, stored = entity.candidate, entity.stored
    if not candidate.type_is_certain and entity.type_votes:
        candidate.type = min(
            entity.type_votes,
            key=lambda entity_type: (-entity.type_votes[entity_type], ENTITY_TYPES.index(entity_type)),
        )
    own_key = name_key(candidate.name)
    aliases = dict.fromkeys(stored.get("aliases") or ())
    aliases |= dict.fromkeys(spelling for key, spelling in sorted(entity.spellings.items()) if key != own_key)
    spellings: dict[str, str] = {}
    for each in aliases:
        key = name_key(each)
        spellings[key] = choose_spelling(spellings.get(key, each), each)
    # Sorted, so that the text does not depend on the order of digestion.
    aliases = dict.fromkeys(
        each
        for key, each in sorted(spellings.items())
        if key != own_key and each != candidate.name and entity.may_reveal_alias(key)
    )
    audiences = entity.audiences | ({stored["audience"]} if stored.get("audience") else set())
    audience = SHARED if candidate.has_account else widest_audience(audiences)
    entity_type = "person" if candidate.type == "person" else "entity"
    label = ENTITY_LABELS[candidate.type]
    # Digesting an older event late does not change the last mention.
    last_named = max(
        (entity.last_seen, entity.last_session),
        _last_named(stored) or (entity.last_seen, ""),
        key=lambda each: (each[0] or _EARLIEST, each[1]),
    )
    return {
        "id": candidate.id,
        "label": label,
        "other_labels": [] if candidate.has_account else sorted(set(ENTITY_LABELS.values()) - {label}),
        "properties": {
            "kind": entity_type,
            "name": candidate.name,
            "text": build_entity_text(candidate.name, aliases, stored.get("description") or ""),
            "type": candidate.type,
            "strong": candidate.type_is_certain,
            "votes": [f"{each}:{count}" for each, count in sorted(entity.type_votes.items())],
            "aliases": list(aliases),
            "audience": audience,
            "terms": memory_terms(scope, entity_type, {"audience": audience}),
            "last_session": last_named[1],
            "named_at": last_named[0],
        },
        "first": entity.first_seen,
        "last": entity.last_seen,
        "keys": [
            {
                "key": key,
                "name": spelling,
                "terms": filter_term("scope", scope),
                "audiences": _audience_list(entity.name_audiences.get(key)),
            }
            for key, spelling in sorted(entity.spellings.items())
        ],
        # An entity with an unchanged name has its vector already.
        "embed": not stored.get("embedded") or stored.get("name") != candidate.name,
    }
