"""Resolve the names of a batch to entities, and compute how those entities look afterwards."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kg.graph import as_datetime
from kg.knowledge.attribution import SpeakerTrust
from kg.knowledge.entity_resolution import EntityCandidate, NameQuery, are_types_compatible, resolve_name
from kg.knowledge.entity_state import EntityState, build_entity_row, choose_spelling, read_entity_state, update_name
from kg.knowledge.extracted_events import ExtractedEvent, NameMention
from kg.knowledge.fact_state import SHARED
from kg.language import entity_id
from kg.types import PERSON_PREFIX

# Distinguishes the id of an entity that stands for one of several persons of a name.
_OPEN = "open"
# How long an account must have been there to be meant by its name alone where it does not take part.
_ACQUAINTANCE = dt.timedelta(days=14)
_COUNTS = {2: "two", 3: "three", 4: "four", 5: "five"}


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
        trust: SpeakerTrust,
        *,
        owners: Collection[str] = (),
    ) -> None:
        """Read the candidates.

        Args:
            numbers: each name with its number; see also `WriteBatch.split_names`.
            hits: {n, id, score}: the stored entities that a name may mean.
            entities: the stored entities, as `knowledge/resolution_candidates` returns them.
            trust: what the speakers may say of whom a name means.
            owners: ids of the persons of the owners.
        """
        self._trust = trust
        self._owners = owners
        self.entities: dict[str, EntityState] = {row["id"]: read_entity_state(row) for row in entities}
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
            update_name(entity, mention.key, spelling, "name", {SHARED})
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
        candidates = [
            each
            for each in candidates
            if not _is_open(each.candidate) and not (mention.is_thing and each.candidate.has_account)
        ]
        namesakes = candidates
        bearers = [each for each in candidates if each.candidate.has_account and mention.key in each.candidate.keys]
        # Where several accounts have a name that no one in the conversation has, the mention stays open.
        if len(bearers) < 2 or any(self._may_be_meant(each, events) for each in bearers):
            # An owner whose name no one else has is meant everywhere: what others say is compared with the owner's own word.
            known = [each for each in bearers if len(bearers) == 1 and each.candidate.id in self._owners]
            candidates = [each for each in candidates if each in known or self._may_be_meant(each, events)]
        settled = self.entities.get(mention.settled_id)
        resolution = resolve_name(query, [each.candidate for each in candidates])
        if settled is not None and are_types_compatible(mention.type, settled.candidate.type):
            # A merge or split by hand, and what was known when the event came, decide about a name that is read again.
            resolution = resolve_name(query, [settled.candidate])
            if resolution.entity is None or resolution.is_tentative:
                return settled
        if resolution.method == "open":
            return self._open_entity(mention, spelling, audiences, candidates)
        if resolution.entity is not None and not resolution.is_tentative:
            entity = self.entities[resolution.entity.id]
            is_name = mention.key in entity.candidate.keys or self._may_name(entity, events)
            if is_name and not _is_passing_first_name(mention, entity, resolution.method):
                if entity.must_take_name(audiences):
                    entity.candidate.name = spelling
                self._add_spelling(entity, mention.key, spelling, audiences)
                update_name(entity, mention.key, spelling, resolution.method, audiences)
            if mention.type_is_certain and not entity.candidate.type_is_certain:
                entity.candidate.type, entity.candidate.type_is_certain = mention.type, True
            self._link_namesakes(mention, entity, namesakes, events)
            return entity
        entity = self._create_entity(
            mention, spelling, audiences, homonym=mention.type if resolution.has_homonym else ""
        )
        self._link_namesakes(mention, entity, namesakes, events)
        if resolution.entity is not None and events:
            self.links.append(
                SameAsLink(
                    entity.candidate.id, resolution.entity.id, resolution.confidence, resolution.method, events[0].event
                )
            )
        return entity

    def _may_be_meant(self, entity: EntityState, events: Sequence[ExtractedEvent]) -> bool:
        """Whether speakers of these events may mean an entity: an account only if they are in a session with it, or know it.

        They know one that they have been in a session with, and that they have a tie with or that has been there for two
        weeks. A name is a claim: an account that takes one elsewhere, or just now, is not whom an owner speaks of.
        """
        if not entity.candidate.has_account or not self._trust.has_owner:
            return True
        met = set(entity.stored.get("met") or ())
        return any(
            event.speaker is None
            or entity.candidate.id in self._participants.get(event.session, ())
            or event.session in (entity.stored.get("spoken_in") or ())
            or (event.speaker.id in met and self._is_known(entity, event.speaker.id, event.at))
            for event in events
        )

    def _is_known(self, entity: EntityState, speaker: str, at: dt.datetime) -> bool:
        first_seen = as_datetime(entity.stored.get("first_seen"))
        latest = max(at, entity.candidate.last_seen or at)
        is_old = first_seen is not None and latest - first_seen >= _ACQUAINTANCE
        return is_old or speaker in entity.candidate.neighbours

    def _open_entity(
        self, mention: NameMention, spelling: str, audiences: Collection[str], candidates: Sequence[EntityState]
    ) -> EntityState:
        """Return the entity of the statements about one of several persons with this name; it is not known which of them."""
        entity = self.entities.get(entity_id(mention.key, _OPEN))
        if entity is None:
            entity = self._create_entity(mention, spelling, audiences, homonym=_OPEN)
        persons = [one for one in candidates if one.candidate.has_account and mention.key in one.candidate.keys]
        count = _COUNTS.get(len(persons), str(len(persons)))
        entity.candidate.name = f"one of {count} {spelling}{'es' if spelling.endswith(('s', 'x', 'z')) else 's'}"
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
                SameAsLink(*pair, 0.8, "context", event.event if self._trust.confirms_account(event, pair[1]) else None)
                for event in events
                if event.settled_names is None
            )

    def _create_entity(
        self, mention: NameMention, spelling: str, audiences: Collection[str], *, homonym: str
    ) -> EntityState:
        name = entity_id(mention.key, homonym)
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

    def ambiguous_keys(self) -> frozenset[str]:
        """Return the names that several persons with accounts have."""
        persons = [entity.candidate for entity in self.entities.values() if entity.candidate.has_account]
        counts = Counter(key for person in persons for key in person.keys)
        return frozenset(key for key, count in counts.items() if count > 1)

    def _may_name(self, entity: EntityState, events: Sequence[ExtractedEvent]) -> bool:
        """Whether any of these events may add a name to an entity: those of a person with an account are protected."""
        account = entity.candidate.id
        return not entity.candidate.has_account or any(self._trust.may_name(event, account) for event in events)

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
                and (account is None or self._trust.confirms_account(event, account))
            ]

    def build_entity_rows(self, scope: str) -> list[dict[str, Any]]:
        """Return the rows of the entities that the batch mentions, sorted by id."""
        mentioned = [entity for entity in self.entities.values() if entity.first_seen is not None]
        return [build_entity_row(entity, scope) for entity in sorted(mentioned, key=lambda entity: entity.candidate.id)]


def _is_open(candidate: EntityCandidate) -> bool:
    """Whether an entity stands for one of several persons of a name."""
    return any(candidate.id == entity_id(key, _OPEN) for key in candidate.keys)


def _is_passing_first_name(mention: NameMention, entity: EntityState, method: str) -> bool:
    """Whether a name is a mere first name of a person known by full names: others may share it, so it is no alias."""
    return method == "given" and " " not in mention.key and all(" " in key for key in entity.candidate.keys)
