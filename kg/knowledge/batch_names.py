"""Resolving the names of a batch: which entity each means, and how those entities look afterwards."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from kg.graph.full_text import memory_terms, term
from kg.knowledge.entity_resolution import Known, Wanted, meant
from kg.knowledge.extracted_events import Heard, Named, widest
from kg.knowledge.fact_state import SHARED
from kg.language.name_keys import entity_id, name_key

LABELS = {
    "person": "Person",
    "org": "Organization",
    "place": "Place",
    "project": "Project",
    "tool": "Tool",
    "concept": "Concept",
    "event": "Happening",
    "product": "Product",
    "other": "Thing",
}
"""The label of each type of entity."""
TYPES = tuple(LABELS)
"""All types, those that win a draw first."""


@dataclass
class Card:
    """An entity as a batch finds and leaves it.

    Attributes:
        known: what it is told apart by.
        stored: its properties before; empty where it is new.
        forms: folded key → how it is written.
        votes: how many events take it for which type.
        first: when it was first spoken of, in this batch.
        last: when it was last spoken of, in this batch.
        session: where that was.
        audiences: of the events of this batch that speak of it.
        heard: folded key → the audiences in which it was called that; a key that is not there everybody may know.
    """

    known: Known
    stored: Mapping[str, Any] = field(default_factory=dict)
    forms: dict[str, str] = field(default_factory=dict)
    votes: Counter[str] = field(default_factory=Counter)
    first: dt.datetime | None = None
    last: dt.datetime | None = None
    session: str = ""
    audiences: set[str] = field(default_factory=set)
    heard: dict[str, set[str]] = field(default_factory=dict)

    def told(self, key: str) -> bool:
        """Whether all who know of it by its name may know that it is called this too."""
        return SHARED in self._among(key) or self._among(name_key(self.known.name)) <= self._among(key)

    def may_be_called(self, audiences: Collection[str]) -> bool:
        """Whether what it is called in these audiences may be its name: all who know of its name were there."""
        return SHARED in audiences or self._among(name_key(self.known.name)) <= set(audiences)

    def must_be_called(self, audiences: Collection[str]) -> bool:
        """Whether what it is called in these audiences has to be its name: some who were there may not know of its own."""
        among = self._among(name_key(self.known.name))
        return SHARED not in among and not set(audiences) <= among

    def seen_by(self, audiences: Collection[str]) -> bool:
        """Whether each of these audiences knows of it."""
        return all(
            any(not heard.isdisjoint({SHARED, audience}) for heard in map(self._among, self.known.keys))
            for audience in audiences
        )

    def _among(self, key: str) -> set[str]:
        return self.heard.get(key, {SHARED})


@dataclass(frozen=True)
class Link:
    """Two entities that may be the same, and the event that says so."""

    one: str
    other: str
    confidence: float
    how: str
    event: str


class Naming:
    """The names of one batch, resolved one after the other against what is stored and what the batch brings itself."""

    def __init__(
        self, wanted: Mapping[Named, int], hits: Sequence[Mapping[str, Any]], entities: Sequence[Mapping[str, Any]]
    ) -> None:
        """Keep what may be meant.

        Args:
            wanted: each name with its number.
            hits: {n, id, score}: which stored entities a name may mean.
            entities: the stored entities, as `knowledge/resolution_candidates` returns them.
        """
        self.cards: dict[str, Card] = {each["id"]: _card(each) for each in entities}
        self.links: list[Link] = []
        self.created: list[Card] = []
        self._found: dict[Named, Card] = {}
        self._hits: dict[int, dict[str, float | None]] = {}
        self._proposed = {each["id"]: list(each.get("proposed") or ()) for each in entities}
        for hit in hits:
            cosine = None if hit["score"] is None else 2 * hit["score"] - 1
            near = self._hits.setdefault(hit["n"], {})
            near[hit["id"]] = cosine if near.get(hit["id"]) is None else near[hit["id"]]
        self._wanted = wanted
        self._present: dict[str, set[str]] = {}

    def attend(self, heard: Sequence[Heard]) -> None:
        """Note who speaks, and is spoken to, in which session: they may be called by less than their name there."""
        for one in heard:
            for who in (one.speaker, one.addressee):
                if who is not None and who.id in self.cards:
                    self._present.setdefault(one.session, set()).add(who.id)
                    self.cards[who.id].known.sessions |= {one.session}

    def resolve(self, named: Named, heard: Sequence[Heard], written: str) -> Card:
        """The entity that a name means, made where there is none.

        Args:
            named: the name.
            heard: the events that name it, oldest first.
            written: how it is written there.
        """
        if named in self._found:
            return self._found[named]
        if named.person in self.cards:
            card = self.cards[named.person]
            _rename(card, named.key, written, "name", {SHARED})
        else:
            card = self._meant(named, heard, written)
        self._found[named] = card
        for one in heard:
            self._seen(card, one)
        self._confirm(card, heard)
        return card

    def _meant(self, named: Named, heard: Sequence[Heard], written: str) -> Card:
        sessions = frozenset(one.session for one in heard)
        near = frozenset(one.speaker.id for one in heard if one.speaker)
        wanted = Wanted(named.key, named.type, named.strong, heard[0].at if heard else None, sessions, near)
        score = self._hits.get(self._wanted.get(named, -1), {})
        present = sorted({who for session in sessions for who in self._present.get(session, ())} - score.keys())
        possible = [self.cards[each] for each in [*score, *present]]
        possible += [each for each in self.created if each.known.id not in score]
        audiences = {one.audience for one in heard}
        # What is only known in private is no other name's meaning elsewhere: by just its name it is found, and told apart.
        possible = [each for each in possible if named.key in each.known.keys or each.seen_by(audiences)]
        for each in possible:
            each.known.cosine = score.get(each.known.id)
        found = meant(wanted, [each.known for each in possible])
        if found.entity is not None and not found.tentative:
            card = self.cards[found.entity.id]
            if not _passing(named, card, found.how):
                if card.must_be_called(audiences):
                    card.known.name = written
                self._add_form(card, named.key, written, audiences)
                _rename(card, named.key, written, found.how, audiences)
            if named.strong and not card.known.strong:
                card.known.type, card.known.strong = named.type, True
            self._named_before(named, card, possible, heard)
            return card
        card = self._new(named, written, audiences, homonym=found.homonym)
        if found.entity is not None and heard:
            self.links.append(Link(card.known.id, found.entity.id, found.confidence, found.how, heard[0].event))
        return card

    def _named_before(self, named: Named, card: Card, possible: Sequence[Card], heard: Sequence[Heard]) -> None:
        """Who was named before they first spoke is there twice; each event that names them now makes it likelier."""
        if card.known.speaks:
            twins = [each for each in possible if each.known.type == "person" and not each.known.speaks]
            self.links += [
                Link(twin.known.id, card.known.id, 0.8, "context", one.event)
                for twin in twins
                if named.key in twin.known.keys
                for one in heard
            ]

    def _new(self, named: Named, written: str, audiences: Collection[str], *, homonym: bool) -> Card:
        name = entity_id(named.key, named.type if homonym else "")
        if name in self.cards:
            return self.cards[name]
        card = Card(Known(name, written, named.type, named.strong), heard={named.key: set(audiences) or {SHARED}})
        self._add_form(card, named.key, written, audiences)
        self.cards[name] = card
        self.created.append(card)
        return card

    def _add_form(self, card: Card, key: str, written: str, audiences: Collection[str]) -> None:
        if key in card.heard or key not in card.known.keys:
            card.heard.setdefault(key, set()).update(audiences or {SHARED})
        best = card.forms.get(key)
        card.forms[key] = written if best is None else better(best, written)
        card.known.keys |= {key}

    def _seen(self, card: Card, heard: Heard) -> None:
        card.first = heard.at if card.first is None else min(card.first, heard.at)
        if card.last is None or (heard.at, heard.session) >= (card.last, card.session):
            card.last, card.session = heard.at, heard.session
        card.audiences.add(heard.audience)
        card.known.seen = card.last if card.known.seen is None else max(card.known.seen, card.last)
        card.known.sessions |= {heard.session}

    def _confirm(self, card: Card, heard: Sequence[Heard]) -> None:
        """An event in the session of the other one makes it likelier that a proposed pair is one."""
        for other, confidence, how, session in self._proposed.get(card.known.id, ()):
            self.links += [
                Link(card.known.id, other, confidence, how, one.event) for one in heard if one.session == session
            ]

    def rows(self, scope: str) -> list[dict[str, Any]]:
        """What is to be written of the entities that were spoken of, sorted by id."""
        spoken = [card for card in self.cards.values() if card.first is not None]
        return [_row(card, scope) for card in sorted(spoken, key=lambda card: card.known.id)]


def better(one: str, other: str) -> str:
    """Of two spellings of one name the one to show: with a capital, then the first by the alphabet."""
    return min(one, other, key=lambda each: (not each[:1].isupper(), each.isupper() and len(each) > 4, each))


def text_read(name: str, aliases: Iterable[str], description: str) -> str:
    """What full text reads of an entity: its names, and what it is."""
    return " — ".join(part for part in (", ".join([name, *aliases]), description) if part)


def _passing(named: Named, card: Card, how: str) -> bool:
    """Whether a first name alone means somebody just now: it is no name of theirs, since others may share it."""
    return how == "given" and " " not in named.key and all(" " in key for key in card.known.keys)


def _rename(card: Card, key: str, written: str, how: str, audiences: Collection[str]) -> None:
    if card.stored.get("fixed") or not card.may_be_called(audiences):
        return
    if key == name_key(card.known.name):
        card.known.name = better(card.known.name, written)
    elif how == "given" and not card.known.speaks and len(key.split()) > len(card.known.name.split()):
        card.known.name = written


def _card(stored: Mapping[str, Any]) -> Card:
    votes = Counter({kind: int(count) for kind, _, count in (each.partition(":") for each in stored["votes"] or ())})
    known = Known(
        id=stored["id"],
        name=stored["name"],
        type=stored["type"] or "other",
        strong=bool(stored["strong"]) or bool(stored["identities"]),
        keys=frozenset(key for key, _ in stored["keys"]),
        mentions=stored["mention_count"] or 0,
        seen=None if stored["seen"] is None else stored["seen"].to_native(),
        sessions=frozenset([stored["last_session"]] if stored["last_session"] else []),
        neighbours=frozenset(stored["neighbours"]),
        speaks=bool(stored["identities"]),
    )
    return Card(
        known, stored, votes=votes, heard={key: set(heard) for key, heard in stored["keys"] if heard is not None}
    )


def _audiences(heard: Collection[str] | None) -> list[str] | None:
    """In which audiences a name was said; None: all may know of it."""
    return None if heard is None or SHARED in heard else sorted(heard)


_NEVER = dt.datetime.min.replace(tzinfo=dt.UTC)


def _last_named(stored: Mapping[str, Any]) -> tuple[dt.datetime, str] | None:
    named = stored.get("named_at")
    return None if named is None else (named.to_native(), stored.get("last_session") or "")


def _row(card: Card, scope: str) -> dict[str, Any]:
    known, stored = card.known, card.stored
    if not known.strong and card.votes:
        known.type = min(card.votes, key=lambda kind: (-card.votes[kind], TYPES.index(kind)))
    own = name_key(known.name)
    aliases = dict.fromkeys(stored.get("aliases") or ())
    aliases |= dict.fromkeys(form for key, form in sorted(card.forms.items()) if key != own)
    folded: dict[str, str] = {}
    for each in aliases:
        key = name_key(each)
        folded[key] = better(folded.get(key, each), each)
    # In an order of their own: the text is the same, whichever was heard first.
    aliases = dict.fromkeys(
        each for key, each in sorted(folded.items()) if key != own and each != known.name and card.told(key)
    )
    held = card.audiences | ({stored["audience"]} if stored.get("audience") else set())
    audience = SHARED if known.speaks else widest(held)
    kind = "person" if known.type == "person" else "entity"
    label = LABELS[known.type]
    # An older event that is read late does not move where it was last named.
    named = max(
        (card.last, card.session),
        _last_named(stored) or (card.last, ""),
        key=lambda each: (each[0] or _NEVER, each[1]),
    )
    return {
        "id": known.id,
        "label": label,
        "other_labels": [] if known.speaks else sorted(set(LABELS.values()) - {label}),
        "properties": {
            "kind": kind,
            "name": known.name,
            "text": text_read(known.name, aliases, stored.get("description") or ""),
            "type": known.type,
            "strong": known.strong,
            "votes": [f"{each}:{count}" for each, count in sorted(card.votes.items())],
            "aliases": list(aliases),
            "audience": audience,
            "terms": memory_terms(scope, kind, {"audience": audience}),
            "last_session": named[1],
            "named_at": named[0],
        },
        "first": card.first,
        "last": card.last,
        "keys": [
            {"key": key, "name": form, "terms": term("scope", scope), "audiences": _audiences(card.heard.get(key))}
            for key, form in sorted(card.forms.items())
        ],
        # What is called the same as before has its vector.
        "embed": not stored.get("embedded") or stored.get("name") != known.name,
    }
