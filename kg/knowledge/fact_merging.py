"""Facts of a batch beside those that are stored: what is new, what is said again, and how each place's course goes on."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from typing import Any

from kg.knowledge.adjudication import weigh
from kg.knowledge.attribution import Voice
from kg.knowledge.extracted_events import Heard, Keyed
from kg.knowledge.fact_state import SHARED, End, Evidence, Told, filed, keyed_of
from kg.knowledge.predicates import Predicate, predicate, sentence
from kg.language.name_keys import fact_id, fold
from kg.protocols import Statement

_NEW, _AGREED = 0.5, 0.7
# A rule and the recogniser that agree are about as sure as this.
_SURE = 0.9
_EPOCH = dt.datetime(1970, 1, 1, tzinfo=dt.UTC)


class Settling:
    """The facts of one batch."""

    def __init__(self, stored: Sequence[Mapping[str, Any]]) -> None:
        """Keep what is stored, as `knowledge/resolution_candidates` returns it."""
        self.facts: dict[str, Told] = {}
        self._same: dict[tuple[tuple[str, ...], str], str] = {}
        for row in stored:
            told = told_of(row)
            self.facts[told.id] = told
            self._same[told.same, told.audience] = told.id

    def hear(self, heard: Heard, statement: Statement, subject: End, thing: End, voice: Voice) -> Told:
        """One event's statement: a fact that is new, or one more word for a fact that is known."""
        kind, subject, thing = _one_way(predicate(statement.predicate), subject, thing)
        same = _identity(kind, subject.id or "", thing, statement.polarity)
        known = self._same.get((same, heard.audience))
        told = self.facts[known] if known else None
        keyed = self._filed(heard.keyed)
        if told is None:
            told = _new(same, kind, subject, thing, polarity=statement.polarity, keyed=keyed, audience=heard.audience)
            self.facts[told.id] = told
            self._same[same, heard.audience] = told.id
        elif keyed is not None and told.keyed is None:
            told.keyed, told.place = keyed, told.place if kind.single else _filed_place(keyed)
        told.touched = True
        evidence = _evidence(told.evidence.get(heard.event), heard, statement, voice)
        # What is only claimed makes nothing surer that is known.
        if evidence.counts or not any(each.counts for each in told.evidence.values()):
            told.confidence = max(told.confidence, statement.confidence)
            told.base = max(told.base, _base(statement.confidence))
        told.evidence[heard.event] = evidence
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

    def unfile(self, told: Told) -> None:
        """Let a fact compete in its own place again: what it was filed under is told by nobody any more."""
        told.keyed, told.place = None, place_of(told.kind, told.subject, told.object, None)

    def settle(self) -> list[Told]:
        """The facts whose course may have changed: all of each place that was spoken of. Sorted by id."""
        places = {told.place for told in self.facts.values() if told.touched}
        changed = []
        for place in sorted(places):
            held = [told for told in self.facts.values() if told.place == place and told.evidence]
            weigh(held)
            changed += held
        return sorted(changed, key=lambda told: told.id)


def surest(words: Sequence[tuple[Evidence, float]]) -> tuple[float, float]:
    """Confidence and base of a fact by its words and how sure each is, in the order in which they were heard."""
    confidence, base, known = 0.0, _NEW, False
    for each, sure in words:
        known = known or each.counts
        if each.counts or not known:
            confidence, base = max(confidence, sure), max(base, _base(sure))
    return confidence, base


def _base(confidence: float) -> float:
    return _AGREED if confidence >= _SURE else _NEW


def _evidence(before: Evidence | None, heard: Heard, statement: Statement, voice: Voice) -> Evidence:
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
    return Evidence(
        heard.event,
        heard.at,
        order,
        said_from,
        said_to,
        voice.person,
        voice.tier,
        voice.own,
        voice.quarantine,
        statement,
    )


def _one_way(kind: Predicate, subject: End, thing: End) -> tuple[Predicate, End, End]:
    """What can be said from either end is kept from one of them, whoever said it first: the graph is the same in any order."""
    if thing.id is None or subject.id is None or kind.single:
        return kind, subject, thing
    if kind.symmetric:
        subject, thing = sorted((subject, thing), key=lambda end: end.key)
    elif kind.inverse and kind.inverse < kind.name:
        return predicate(kind.inverse), thing, subject
    return kind, subject, thing


def place_of(kind: Predicate, subject: str, thing: End, keyed: Keyed | None) -> str:
    """The place that a fact competes for with others: one for a single-valued predicate, else its own or its key's."""
    if kind.single:
        return f"{subject} {kind.name}"
    if keyed is not None:
        return _filed_place(keyed)
    name = min(kind.name, kind.opposite) if kind.opposite else kind.name
    if kind.symmetric:
        return " ".join([name, *sorted((subject, thing.key))])
    if kind.inverse and kind.inverse < kind.name:
        return f"{thing.key} {kind.inverse} {subject}"
    return f"{subject} {name} {thing.key}"


def _filed_place(keyed: Keyed) -> str:
    return "filed " + " / ".join(fold(part) for part in (keyed.domain or "general", keyed.category, keyed.key))


def same_facts(stored: Sequence[Mapping[str, Any]], moved: set[str]) -> list[tuple[str, str]]:
    """Pairs of stored facts that say the same: the one to keep, and the one that stands for it no longer (one of `moved`)."""
    by_identity: dict[tuple[tuple[str, ...], str], list[str]] = {}
    for row in stored:
        told = told_of(row)
        by_identity.setdefault((told.same, told.audience), []).append(told.id)
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
    audience: str,
) -> Told:
    return Told(
        # What is said in private is a fact of its own: nothing of it reaches the one that all may read.
        id=fact_id(*same) if audience == SHARED else fact_id(*same, audience),
        kind=kind,
        subject=subject.id or "",
        object=thing,
        polarity=polarity,
        same=same,
        place=place_of(kind, subject.id or "", thing, keyed),
        audience=audience,
        properties={"text": _text(kind, subject.name, thing.name, polarity=polarity)},
        base=_NEW,
        confidence=0.0,
        keyed=keyed,
        fresh=True,
    )


def text_of(statement: Statement, subject: str, thing: str) -> str:
    """A statement as the sentence that its fact has for a text."""
    return worded(statement.predicate, subject, thing, polarity=statement.polarity)


def worded(name: str, subject: str, thing: str, *, polarity: bool) -> str:
    """The sentence that a fact of that predicate has for a text."""
    return _text(predicate(name), subject, thing, polarity=polarity)


def _text(kind: Predicate, subject: str, thing: str, *, polarity: bool) -> str:
    return sentence(kind, subject[:1].upper() + subject[1:], thing, polarity=polarity)


def told_of(row: Mapping[str, Any]) -> Told:
    """A stored fact with its evidence, as `knowledge/resolution_candidates` returns it."""
    keyed = keyed_of(row)
    kind, thing = predicate(row["predicate"]), End(row["object"], row["object_text"])
    told = Told(
        id=row["id"],
        kind=kind,
        subject=row["subject"],
        object=thing,
        polarity=row["polarity"],
        same=_identity(kind, row["subject"], thing, row["polarity"]),
        # Told anew: a merge or a split gives a fact another subject, and so another place.
        place=place_of(kind, row["subject"], thing, keyed),
        audience=row["audience"],
        properties={"text": row["text"]},
        base=row["base"],
        confidence=row["confidence"],
        keyed=keyed,
    )
    for event, at, order, said_from, said_to, person, tier, own, quarantine in row["evidence"]:
        moment = _EPOCH + dt.timedelta(microseconds=at)
        told.evidence[event] = Evidence(event, moment, order, said_from, said_to, person, tier, bool(own), quarantine)
    return told
