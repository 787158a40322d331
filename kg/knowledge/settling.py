"""Facts of a batch beside those that are stored: what is new, what is said again, and how each place's course goes on."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from kg.graph.terms import memory_terms
from kg.knowledge.heard import Heard, Keyed, widest
from kg.knowledge.predicates import Predicate, predicate, sentence
from kg.knowledge.spans import first, last
from kg.knowledge.timeline import Assertion, Course, courses
from kg.language.keys import fact_id, fold, value_id
from kg.seams import Statement

_NEW, _AGREED, _AGAIN = 0.5, 0.7, 0.1
# In characters: an index takes no long values whole.
_LONGEST_KEY = 500
# A rule and the recogniser that agree are about as sure as this.
_SURE = 0.9
_EPOCH = dt.datetime(1970, 1, 1, tzinfo=dt.UTC)


@dataclass(frozen=True)
class End:
    """One end of a fact: an entity, or a value (`id` is None)."""

    id: str | None
    name: str

    @property
    def key(self) -> str:
        """What makes two ends the same."""
        folded = fold(self.name)
        return self.id or "=" + (folded if len(folded) <= _LONGEST_KEY else f"#{value_id(folded)}")


@dataclass(frozen=True)
class Evidence:
    """One event's word for a fact.

    Attributes:
        event: its id.
        at: when it was said.
        order: its place among events of the same moment.
        said_from: since when, as it was said.
        said_to: until when, as it was said.
        audience: who may know.
        statement: the words, for new evidence.
    """

    event: str
    at: dt.datetime
    order: str
    said_from: str | None
    said_to: str | None
    audience: str
    statement: Statement | None = None


@dataclass
class Told:
    """A fact as a batch finds and leaves it."""

    id: str
    kind: Predicate
    subject: str
    object: End
    polarity: bool
    slot: str
    properties: dict[str, Any]
    base: float
    confidence: float
    keyed: Keyed | None = None
    evidence: dict[str, Evidence] = field(default_factory=dict)
    fresh: bool = False
    touched: bool = False
    vector: Any = None
    states: bytes | None = None
    course: Course = field(default_factory=Course)


class Settling:
    """The facts of one batch."""

    def __init__(self, stored: Sequence[Mapping[str, Any]]) -> None:
        """Keep what is stored, as `knowledge/resolve` returns it."""
        self.facts: dict[str, Told] = {}
        self._same: dict[tuple[str, ...], str] = {}
        for row in stored:
            told = _told(row)
            self.facts[told.id] = told
            self._same[_identity(told.kind, told.subject, told.object, told.polarity)] = told.id

    def hear(self, heard: Heard, statement: Statement, subject: End, thing: End) -> Told:
        """One event's statement: a fact that is new, or one more word for a fact that is known."""
        kind, subject, thing = _one_way(predicate(statement.predicate), subject, thing)
        subject_id = subject.id or ""
        same = _identity(kind, subject_id, thing, statement.polarity)
        told = self.facts[self._same[same]] if same in self._same else None
        keyed = self._filed(heard.keyed)
        if told is None:
            told = _new(same, kind, subject, thing, polarity=statement.polarity, keyed=keyed)
            self.facts[told.id] = told
            self._same[same] = told.id
        elif keyed is not None and told.keyed is None:
            told.keyed, told.slot = keyed, told.slot if kind.single else _filed_slot(keyed)
        told.touched = True
        told.confidence = max(told.confidence, statement.confidence)
        told.base = max(told.base, _AGREED if statement.confidence >= _SURE else _NEW)
        told.evidence[heard.event] = _evidence(told.evidence.get(heard.event), heard, statement)
        return told

    def _filed(self, keyed: Keyed | None) -> Keyed | None:
        """Where a fact is filed; a blank domain keeps that of what is filed under the key already."""
        if keyed is None or keyed.domain:
            return keyed
        there = [
            each.keyed.domain
            for each in self.facts.values()
            if each.keyed and each.keyed.domain and filed(each.keyed) == filed(keyed)
        ]
        return Keyed(min(there, default="general"), keyed.category, keyed.key)

    def settle(self) -> list[Told]:
        """The facts whose course may have changed: all of each place that was spoken of. Sorted by id."""
        slots = {told.slot for told in self.facts.values() if told.touched}
        changed = []
        for slot in sorted(slots):
            held = [told for told in self.facts.values() if told.slot == slot and told.evidence]
            went = courses(_assertion(told, each) for told in held for each in told.evidence.values())
            for told in held:
                told.course = went[told.id]
            changed += held
        return sorted(changed, key=lambda told: told.id)


def _evidence(before: Evidence | None, heard: Heard, statement: Statement) -> Evidence:
    """One event's word; what it said before is kept, and of what it says twice the later words count for their times."""
    if before is not None and before.statement is None:
        return before
    # Of what one message says the later words are the newer.
    order = f"{heard.order} {statement.start:09d}"
    said_from, said_to = statement.valid_from, statement.valid_to
    if before is not None:
        order = max(order, before.order)
        said_from, said_to = said_from or before.said_from, said_to or before.said_to
        statement = before.statement or statement
    return Evidence(heard.event, heard.at, order, said_from, said_to, heard.audience, statement)


def _one_way(kind: Predicate, subject: End, thing: End) -> tuple[Predicate, End, End]:
    """What can be said from either end is kept from one of them, whoever said it first: the graph is the same in any order."""
    if thing.id is None or subject.id is None or kind.single:
        return kind, subject, thing
    if kind.symmetric:
        subject, thing = sorted((subject, thing), key=lambda end: end.key)
    elif kind.inverse and kind.inverse < kind.name:
        return predicate(kind.inverse), thing, subject
    return kind, subject, thing


def slot_of(kind: Predicate, subject: str, thing: End, keyed: Keyed | None) -> str:
    """The place that a fact competes for with others: one for a single-valued predicate, else its own or its key's."""
    if kind.single:
        return f"{subject} {kind.name}"
    if keyed is not None:
        return _filed_slot(keyed)
    name = min(kind.name, kind.opposite) if kind.opposite else kind.name
    if kind.symmetric:
        return " ".join([name, *sorted((subject, thing.key))])
    if kind.inverse and kind.inverse < kind.name:
        return f"{thing.key} {kind.inverse} {subject}"
    return f"{subject} {name} {thing.key}"


def _filed_slot(keyed: Keyed) -> str:
    return "filed " + " / ".join(fold(part) for part in (keyed.domain or "general", keyed.category, keyed.key))


def filed(keyed: Keyed) -> str:
    """What facts of one category and key share, whatever their domain."""
    return " / ".join(fold(part) for part in (keyed.category, keyed.key))


def same_facts(stored: Sequence[Mapping[str, Any]], moved: set[str]) -> list[tuple[str, str]]:
    """Pairs of stored facts that say the same: the one to keep, and the one that stands for it no longer (one of `moved`)."""
    by_identity: dict[tuple[str, ...], list[str]] = {}
    for row in stored:
        told = _told(row)
        by_identity.setdefault(_identity(told.kind, told.subject, told.object, told.polarity), []).append(told.id)
    pairs = []
    for same in by_identity.values():
        first, *others = sorted(same, key=lambda each: (each in moved, each))
        pairs += [(first, other) for other in others]
    return pairs


def _identity(kind: Predicate, subject: str, thing: End, polarity: bool) -> tuple[str, ...]:
    ends = (subject, kind.name, thing.key)
    if kind.symmetric:
        low, high = sorted((subject, thing.key))
        ends = (low, kind.name, high)
    elif kind.inverse and kind.inverse < kind.name:
        ends = (thing.key, kind.inverse, subject)
    return (*ends, str(polarity))


def _new(
    same: tuple[str, ...],
    kind: Predicate,
    subject: End,
    thing: End,
    *,
    polarity: bool,
    keyed: Keyed | None,
) -> Told:
    return Told(
        id=fact_id(*same),
        kind=kind,
        subject=subject.id or "",
        object=thing,
        polarity=polarity,
        slot=slot_of(kind, subject.id or "", thing, keyed),
        properties={"text": _text(kind, subject.name, thing.name, polarity=polarity)},
        base=_NEW,
        confidence=0.0,
        keyed=keyed,
        fresh=True,
    )


def text_of(statement: Statement, subject: str, thing: str) -> str:
    """A statement as the sentence that its fact has for a text."""
    return _text(predicate(statement.predicate), subject, thing, polarity=statement.polarity)


def _text(kind: Predicate, subject: str, thing: str, *, polarity: bool) -> str:
    return sentence(kind, subject[:1].upper() + subject[1:], thing, polarity=polarity)


def _told(row: Mapping[str, Any]) -> Told:
    keyed = Keyed(row["domain"], row["category"], row["key"]) if row["key"] is not None else None
    kind, thing = predicate(row["predicate"]), End(row["object"], row["object_text"])
    told = Told(
        id=row["id"],
        kind=kind,
        subject=row["subject"],
        object=thing,
        polarity=row["polarity"],
        # Told anew: a merge or a split gives a fact another subject, and so another place.
        slot=slot_of(kind, row["subject"], thing, keyed),
        properties={"text": row["text"]},
        base=row["base"],
        confidence=row["confidence"],
        keyed=keyed,
    )
    for event, at, order, said_from, said_to, audience in row["evidence"]:
        moment = _EPOCH + dt.timedelta(microseconds=at)
        told.evidence[event] = Evidence(event, moment, order, said_from, said_to, audience)
    return told


def _assertion(told: Told, each: Evidence) -> Assertion:
    return Assertion(told.id, each.at, each.order, first(each.said_from), last(each.said_to, each.at))


def fact_row(told: Told, scope: str) -> dict[str, Any]:
    """What is to be written of a fact."""
    course = told.course
    status = "superseded" if course.superseded_by else "current"
    audience = widest({each.audience for each in told.evidence.values()})
    ended = course.superseded_by[1] if course.superseded_by else None
    count = len(told.evidence)
    return {
        "id": told.id,
        "subject": told.subject,
        "object": told.object.id,
        "properties": {
            **told.properties,
            "name": told.properties["text"],
            "subject": told.subject,
            "predicate": told.kind.name,
            "object": told.object.id,
            "object_text": told.object.name,
            "object_key": told.object.key,
            "polarity": told.polarity,
            "fact_type": told.kind.fact,
        },
        "state": {
            "slot": told.slot,
            "domain": told.keyed.domain if told.keyed else None,
            "category": told.keyed.category if told.keyed else None,
            "key": told.keyed.key if told.keyed else None,
            "filed": filed(told.keyed) if told.keyed else None,
            "status": status,
            "current": status == "current",
            "confidence": told.confidence,
            "base": told.base,
            "strength": strength(told.base, count),
            "valid_from": course.valid_from,
            "valid_to": course.valid_to,
            "spells_from": [spell.start for spell in course.spells],
            "spells_to": [spell.end or _FOREVER for spell in course.spells],
            "at": max(each.at for each in told.evidence.values()),
            "superseded_at": ended,
            "expired_at": None,
            "audience": audience,
            "terms": memory_terms(scope, "fact", {"audience": audience, "current": status == "current"}),
        },
        "vector": told.vector,
        "states": told.states,
        "superseded": [{"id": each, "at": at} for each, at in sorted(course.supersedes.items())],
        "evidence": [_evidence_row(each) for each in told.evidence.values() if each.statement is not None],
    }


# A list of the database holds no null.
_FOREVER = dt.datetime(9999, 12, 31, tzinfo=dt.UTC)


def strength(base: float, events: int) -> float:
    """How often a thing was said, as a number: the base for one event, .1 more for each other one, at most 1."""
    return round(min(1.0, base + _AGAIN * (events - 1)), 4)


def _evidence_row(each: Evidence) -> dict[str, Any]:
    said = each.statement
    return {
        "event": each.event,
        "at": each.at,
        "order": each.order,
        "said_from": each.said_from,
        "said_to": each.said_to,
        "start": said.start if said else None,
        "end": said.end if said else None,
        "confidence": said.confidence if said else None,
    }


def relation_row(told: Told, now: dt.datetime) -> dict[str, Any] | None:
    """The edge between the two ends of a fact that joins two entities."""
    if told.object.id is None or not told.polarity:
        return None
    times = [each.at for each in told.evidence.values()]
    return {
        "subject": told.subject,
        "object": told.object.id,
        "predicate": told.kind.name,
        "type": told.kind.relation,
        "strength": strength(told.base, len(times)),
        "first_seen": min(times),
        "last_seen": max(times),
        "facts": [told.id],
        "current": told.course.superseded_by is None and (told.course.valid_to is None or told.course.valid_to > now),
    }
