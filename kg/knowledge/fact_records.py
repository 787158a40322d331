"""Stored facts as records: as they stand, as they stood, and stretch by stretch."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from kg.graph.driver_values import as_datetime
from kg.knowledge.adjudication import weigh
from kg.knowledge.fact_merging import told_of
from kg.knowledge.fact_state import SHARED, Evidence, Told
from kg.knowledge.predicates import predicate, sentence
from kg.language.name_keys import fold
from kg.trust.formula import rank
from kg.types import Fact

_OPEN = 9999


def fact_record(row: Mapping[str, Any]) -> Fact:
    """The record of a stored fact, as `knowledge/facts` returns it."""
    fact, evidence = row["fact"], row["evidence"]
    told = _supporting(fact["status"], [each for each in evidence if not each["void"]] or list(evidence))
    who = max((each for each in told if each["speaker"]), key=_weight, default=None)
    return Fact(
        id=fact["id"],
        subject=row["subject"] or "",
        predicate=fact["predicate"],
        object=row["object"] or fact["object_text"],
        text=fact["text"],
        polarity=fact["polarity"],
        fact_type=fact["fact_type"],
        status=fact["status"],
        confidence=fact["confidence"],
        strength=fact["strength"],
        valid_from=as_datetime(fact.get("valid_from")),
        valid_to=as_datetime(fact.get("valid_to")),
        recorded_at=as_datetime(fact["recorded_at"]),
        expired_at=as_datetime(fact.get("expired_at")),
        sources=tuple(each["event"] for each in told),
        asserted_by=who["speaker"] if who else None,
        domain=fact.get("domain"),
        category=fact.get("category"),
        key=fact.get("key"),
        subject_id=fact["subject"],
        object_id=fact.get("object"),
        audience=fact["audience"],
    )


def _supporting(status: str, told: Sequence[Mapping[str, Any]]) -> Sequence[Mapping[str, Any]]:
    """The evidence that makes a fact what it is: of what is known the words that count, of a claim all who say so."""
    if status not in {"current", "superseded"}:
        return told
    words = {each["event"]: _word(each) for each in told}
    counting = [each for each in told if words[each["event"]].counts]
    return counting or [each for each in told if words[each["event"]].confirms] or told


def _weight(each: Mapping[str, Any]) -> tuple[bool, int]:
    """Whose name a fact goes by: who spoke about themselves, then who was trusted most; of equals the first."""
    return bool(each["own"]), -1 if each["tier"] is None else rank(each["tier"])


def _word(each: Mapping[str, Any]) -> Evidence:
    return Evidence(
        each["event"],
        each["at"].to_native(),
        each["order"],
        each["said_from"],
        each["said_to"],
        each["person"],
        each["tier"],
        each["own"],
        each["quarantine"],
    )


def told_once(facts: Sequence[Fact]) -> Sequence[Fact]:
    """Without those that were also told to all: who may read both reads one."""
    shared = {_said(fact) for fact in facts if fact.audience == SHARED}
    return [fact for fact in facts if fact.audience == SHARED or _said(fact) not in shared]


def _said(fact: Fact) -> tuple[str, str, str, bool, str]:
    return fact.subject_id, fact.predicate, fact.object_id or fold(fact.object), fact.polarity, fact.status


def turnable(fact: Fact) -> bool:
    """Whether a fact says as much of its object as of its subject."""
    kind = predicate(fact.predicate)
    return fact.object_id is not None and fact.polarity and (kind.symmetric or kind.inverse is not None)


def turned(fact: Fact) -> Fact:
    """The same fact told from the other end: Ann is a sibling of Eva, Eva of Ann; a child of, a parent of."""
    kind = predicate(predicate(fact.predicate).inverse or fact.predicate)
    begin = fact.object[:1].upper() + fact.object[1:]
    return replace(
        fact,
        subject=fact.object,
        object=fact.subject,
        predicate=kind.name,
        text=sentence(kind, begin, fact.subject),
        subject_id=fact.object_id or "",
        object_id=fact.subject_id,
    )


def _spells(fact: Mapping[str, Any]) -> list[tuple[dt.datetime, dt.datetime | None]]:
    starts = [moment.to_native() for moment in fact.get("spells_from") or ()]
    ends = [moment.to_native() for moment in fact.get("spells_to") or ()]
    return [(start, None if end.year == _OPEN else end) for start, end in zip(starts, ends, strict=True)]


def now_holding(row: Mapping[str, Any], at: dt.datetime) -> Fact:
    """The record of a fact that held at a moment, with the stretch of time in which it did."""
    record = fact_record(row)
    for start, end in _spells(row["fact"]):
        if start <= at and (end is None or at < end):
            return replace(record, valid_from=start, valid_to=end)
    return record


def expanded(rows: Iterable[Mapping[str, Any]]) -> list[Fact]:
    """Each stretch in which each of these facts held, oldest first; a fact that was taken back as it stood then."""
    found: list[tuple[dt.datetime, Fact]] = []
    for row in rows:
        record = fact_record(row)
        spells = _spells(row["fact"])
        for place, (start, end) in enumerate(spells):
            newest = place == len(spells) - 1
            status = record.status if newest or record.status == "retracted" else "superseded"
            found.append((start, replace(record, valid_from=start, valid_to=end, status=status)))
    return [record for _, record in sorted(found, key=lambda each: (each[0], each[1].recorded_at, each[1].id))]


def known_then(
    rows: Sequence[Mapping[str, Any]], known_at: dt.datetime, at: dt.datetime, status: str | None
) -> list[Fact]:
    """The facts that the memory took to hold at a moment, from the evidence that it had at another.

    Args:
        rows: all facts of the places that are meant.
        known_at: evidence that was recorded later does not count, and what was taken back later still stood.
        at: when they held.
        status: as in `Facts.list`.
    """
    places: dict[str, list[Told]] = {}
    stood: dict[str, Told] = {}
    for row in rows:
        told = _then(row, known_at)
        if told is not None:
            stood[told.id] = told
            places.setdefault(told.place, []).append(told)
    for facts in places.values():
        weigh(facts)
    found = []
    for row in rows:
        fact = stood.get(row["fact"]["id"])
        if fact is None or not fact.course.holds(at):
            continue
        if status in (None, fact.status) or (status == "current" and fact.known):
            sources = fact.heeded or tuple(fact.evidence)
            found.append(
                replace(
                    fact_record(row),
                    status=fact.status,
                    valid_from=fact.course.valid_from,
                    valid_to=fact.course.valid_to,
                    expired_at=None,
                    sources=sources,
                    strength=fact.strength,
                )
            )
    return found


def _then(row: Mapping[str, Any], known_at: dt.datetime) -> Told | None:
    """A fact with the evidence that there was at a moment; None where there was none, or it had been taken back."""
    fact = row["fact"]
    expired = as_datetime(fact.get("expired_at"))
    if expired is not None and expired <= known_at:
        return None
    told = told_of({"object": None, "domain": None, "category": None, "key": None, **fact, "evidence": []})
    for each in row["evidence"]:
        moment = as_datetime(each["recorded_at"])
        if moment is not None and moment <= known_at and not (each["void"] and expired is None):
            told.evidence[each["event"]] = _word(each)
    return told if told.evidence else None
