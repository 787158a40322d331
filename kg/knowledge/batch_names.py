"""Resolve the names of a batch to entities, and compute how those entities look afterwards."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from kg.graph import ENTITY_LABELS, ENTITY_TYPES, filter_term, memory_terms
from kg.knowledge.entity_resolution import EntityCandidate, NameQuery, are_types_compatible, resolve_name
from kg.knowledge.extracted_events import ExtractedEvent, NameMention, widest_audience
from kg.knowledge.fact_state import SHARED
from kg.language import entity_id, name_key
from kg.types import PERSON_PREFIX


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


@dataclass(frozen=True)
class SameAsLink:
    """Two entities that may be the same, and the event that confirms it, if one does."""

    one: str
    other: str
    confidence: float
    how: str
    event: str | None


class NameResolver:
    """Resolves the names of one batch in order, against stored entities and those that the batch creates."""

    def __init__(
        self,
        numbers: Mapping[NameMention, int],
        hits: Sequence[Mapping[str, Any]],
        entities: Sequence[Mapping[str, Any]],
        confirms_account: Callable[[ExtractedEvent, str], bool],
    ) -> None:
        """Read the candidates.

        Args:
            numbers: each name with its number.
            hits: {n, id, score}: the stored entities that a name may mean.
            entities: the stored entities, as `knowledge/resolution_candidates` returns them.
            confirms_account: whether an event confirms that the person with this account, by id, is whom it names.
        """
        self._confirms_account = confirms_account
        self.entities: dict[str, EntityState] = {row["id"]: _read_entity_state(row) for row in entities}
        self.links: list[SameAsLink] = []
        self.created: list[EntityState] = []
        self._resolved: dict[NameMention, EntityState] = {}
        self._hits: dict[int, dict[str, float | None]] = {}
        self._proposed = {row["id"]: list(row.get("proposed") or ()) for row in entities}
        for hit in hits:
            cosine = None if hit["score"] is None else 2 * hit["score"] - 1
            cosines = self._hits.setdefault(hit["n"], {})
            cosines[hit["id"]] = cosine if cosines.get(hit["id"]) is None else cosines[hit["id"]]
        self._numbers = numbers
        self._participants: dict[str, set[str]] = {}

    def note_participants(self, events: Sequence[ExtractedEvent]) -> None:
        """Record who speaks, or is spoken to, in which session: a prefix of their name may refer to them there."""
        for event in events:
            for person in (event.speaker, event.addressee):
                if person is not None and person.id in self.entities:
                    self._participants.setdefault(event.session, set()).add(person.id)
                    self.entities[person.id].candidate.sessions |= {event.session}

    def resolve(self, mention: NameMention, events: Sequence[ExtractedEvent], spelling: str) -> EntityState:
        """Return the entity that a name means; create one where there is none.

        Args:
            mention: the name.
            events: the events that mention it, oldest first.
            spelling: its spelling in them.
        """
        if mention in self._resolved:
            return self._resolved[mention]
        if mention.known_id in self.entities:
            entity = self.entities[mention.known_id]
            _update_name(entity, mention.key, spelling, "name", {SHARED})
        else:
            entity = self._resolve_mention(mention, events, spelling)
        self._resolved[mention] = entity
        for event in events:
            self._record_mention(entity, event)
        self._confirm_proposals(entity, events)
        return entity

    def _resolve_mention(self, mention: NameMention, events: Sequence[ExtractedEvent], spelling: str) -> EntityState:
        sessions = frozenset(event.session for event in events)
        speakers = frozenset(event.speaker.id for event in events if event.speaker)
        query = NameQuery(
            mention.key, mention.type, mention.type_is_certain, events[0].at if events else None, sessions, speakers
        )
        cosines = self._hits.get(self._numbers.get(mention, -1), {})
        participants = sorted(
            {person_id for session in sessions for person_id in self._participants.get(session, ())} - cosines.keys()
        )
        candidates = [self.entities[each] for each in [*cosines, *participants]]
        candidates += [each for each in self.created if each.candidate.id not in cosines]
        audiences = {event.audience for event in events}
        # An entity known only in private is a candidate elsewhere only for exactly its own name.
        candidates = [
            each for each in candidates if mention.key in each.candidate.keys or each.is_visible_to(audiences)
        ]
        for each in candidates:
            each.candidate.cosine = cosines.get(each.candidate.id)
        settled = self.entities.get(mention.settled_id)
        resolution = resolve_name(query, [each.candidate for each in candidates])
        if settled is not None and are_types_compatible(mention.type, settled.candidate.type):
            # A merge or split by hand, and what was known when the event came, decide about a name that is read again.
            resolution = resolve_name(query, [settled.candidate])
            if resolution.entity is None or resolution.is_tentative:
                return settled
        if resolution.entity is not None and not resolution.is_tentative:
            entity = self.entities[resolution.entity.id]
            if not _is_passing_first_name(mention, entity, resolution.method):
                if entity.must_take_name(audiences):
                    entity.candidate.name = spelling
                self._add_spelling(entity, mention.key, spelling, audiences)
                _update_name(entity, mention.key, spelling, resolution.method, audiences)
            if mention.type_is_certain and not entity.candidate.type_is_certain:
                entity.candidate.type, entity.candidate.type_is_certain = mention.type, True
            self._link_namesakes(mention, entity, candidates, events)
            return entity
        entity = self._create_entity(mention, spelling, audiences, has_homonym=resolution.has_homonym)
        if resolution.entity is not None and events:
            self.links.append(
                SameAsLink(
                    entity.candidate.id, resolution.entity.id, resolution.confidence, resolution.method, events[0].event
                )
            )
        return entity

    def _link_namesakes(
        self,
        mention: NameMention,
        entity: EntityState,
        candidates: Sequence[EntityState],
        events: Sequence[ExtractedEvent],
    ) -> None:
        """Propose to merge a person whom others named with an account of that name, which is stored as a second entity.

        Each further event that confirms the account adds a confirmation.
        """
        if entity.candidate.type != "person":
            return
        for other in candidates:
            if (
                other.candidate.type != "person"
                or other.candidate.has_account == entity.candidate.has_account
                or mention.key not in other.candidate.keys
            ):
                continue
            named, account = sorted((other, entity), key=lambda each: each.candidate.has_account)
            pair = (named.candidate.id, account.candidate.id)
            self.links += dict.fromkeys(
                SameAsLink(*pair, 0.8, "context", event.event if self._confirms_account(event, pair[1]) else None)
                for event in events
                if event.settled_names is None
            )

    def _create_entity(
        self, mention: NameMention, spelling: str, audiences: Collection[str], *, has_homonym: bool
    ) -> EntityState:
        name = entity_id(mention.key, mention.type if has_homonym else "")
        if name in self.entities:
            return self.entities[name]
        entity = EntityState(
            EntityCandidate(name, spelling, mention.type, mention.type_is_certain),
            name_audiences={mention.key: set(audiences) or {SHARED}},
        )
        self._add_spelling(entity, mention.key, spelling, audiences)
        self.entities[name] = entity
        self.created.append(entity)
        return entity

    def _add_spelling(self, entity: EntityState, key: str, spelling: str, audiences: Collection[str]) -> None:
        if key in entity.name_audiences or key not in entity.candidate.keys:
            entity.name_audiences.setdefault(key, set()).update(audiences or {SHARED})
        current = entity.spellings.get(key)
        entity.spellings[key] = spelling if current is None else choose_spelling(current, spelling)
        entity.candidate.keys |= {key}

    def _record_mention(self, entity: EntityState, event: ExtractedEvent) -> None:
        entity.first_seen = event.at if entity.first_seen is None else min(entity.first_seen, event.at)
        if entity.last_seen is None or (event.at, event.session) >= (entity.last_seen, entity.last_session):
            entity.last_seen, entity.last_session = event.at, event.session
        entity.audiences.add(event.audience)
        entity.candidate.last_seen = (
            entity.last_seen
            if entity.candidate.last_seen is None
            else max(entity.candidate.last_seen, entity.last_seen)
        )
        entity.candidate.sessions |= {event.session}

    def _confirm_proposals(self, entity: EntityState, events: Sequence[ExtractedEvent]) -> None:
        """Add a confirmation to each proposed pair from an event in the session of the other entity."""
        for other, confidence, method, session in self._proposed.get(entity.candidate.id, ()):
            account = next((one for one in (entity.candidate.id, other) if one.startswith(PERSON_PREFIX)), None)
            self.links += [
                SameAsLink(entity.candidate.id, other, confidence, method, event.event)
                for event in events
                # An event that is digested again confirmed what it could the first time.
                if event.session == session
                and event.settled_names is None
                and (account is None or self._confirms_account(event, account))
            ]

    def build_entity_rows(self, scope: str) -> list[dict[str, Any]]:
        """Return the rows of the entities that the batch mentions, sorted by id."""
        mentioned = [entity for entity in self.entities.values() if entity.first_seen is not None]
        return [_entity_row(entity, scope) for entity in sorted(mentioned, key=lambda entity: entity.candidate.id)]


def choose_spelling(one: str, other: str) -> str:
    """Return the spelling of a name to display: a capitalised one, then the first in alphabetical order."""
    return min(one, other, key=lambda each: (not each[:1].isupper(), each.isupper() and len(each) > 4, each))


def build_entity_text(name: str, aliases: Iterable[str], description: str) -> str:
    """Return the full-text content of an entity: its names and description."""
    return " — ".join(part for part in (", ".join([name, *aliases]), description) if part)


def _is_passing_first_name(mention: NameMention, entity: EntityState, method: str) -> bool:
    """Whether a name is a mere first name of a person known by full names: others may share it, so it is no alias."""
    return method == "given" and " " not in mention.key and all(" " in key for key in entity.candidate.keys)


def _update_name(entity: EntityState, key: str, spelling: str, method: str, audiences: Collection[str]) -> None:
    if entity.stored.get("fixed") or not entity.may_take_name(audiences):
        return
    if key == name_key(entity.candidate.name):
        entity.candidate.name = choose_spelling(entity.candidate.name, spelling)
    elif (
        method == "given" and not entity.candidate.has_account and len(key.split()) > len(entity.candidate.name.split())
    ):
        entity.candidate.name = spelling


def _read_entity_state(stored: Mapping[str, Any]) -> EntityState:
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
        last_seen=None if stored["seen"] is None else stored["seen"].to_native(),
        sessions=frozenset([stored["last_session"]] if stored["last_session"] else []),
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


_EARLIEST = dt.datetime.min.replace(tzinfo=dt.UTC)


def _last_named(stored: Mapping[str, Any]) -> tuple[dt.datetime, str] | None:
    named_at = stored.get("named_at")
    return None if named_at is None else (named_at.to_native(), stored.get("last_session") or "")


def _entity_row(entity: EntityState, scope: str) -> dict[str, Any]:
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
