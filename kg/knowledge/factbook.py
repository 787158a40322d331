"""Stored facts as records: as they stand, as they stood, and stretch by stretch."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from kg.graph.values import as_datetime
from kg.knowledge.predicates import predicate, sentence
from kg.knowledge.settling import strength
from kg.knowledge.spans import first, last
from kg.knowledge.timeline import Assertion, Course, courses
from kg.records import Fact

_OPEN = 9999


def fact_record(row: Mapping[str, Any]) -> Fact:
    """The record of a stored fact, as `knowledge/facts` returns it."""
    fact, evidence = row["fact"], row["evidence"]
    told = [each for each in evidence if not each["void"]] or list(evidence)
    who = next((each["speaker"] for each in told if each["speaker"]), None)
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
        asserted_by=who,
        domain=fact.get("domain"),
        category=fact.get("category"),
        key=fact.get("key"),
        subject_id=fact["subject"],
        object_id=fact.get("object"),
    )


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
    heard: dict[str, list[Assertion]] = {}
    sources: dict[str, list[Mapping[str, Any]]] = {}
    for row in rows:
        fact = row["fact"]
        expired = as_datetime(fact.get("expired_at"))
        if expired is not None and expired <= known_at:
            continue
        for each in row["evidence"]:
            moment = as_datetime(each["recorded_at"])
            if moment is None or moment > known_at or (each["void"] and expired is None):
                continue
            said = as_datetime(each["at"]) or moment
            heard.setdefault(fact["slot"], []).append(
                Assertion(fact["id"], said, each["order"], first(each["said_from"]), last(each["said_to"], said))
            )
            sources.setdefault(fact["id"], []).append(each)
    told: dict[str, Course] = {}
    for assertions in heard.values():
        told |= courses(assertions)
    found = []
    for row in rows:
        course = told.get(row["fact"]["id"])
        if course is None or not course.holds(at):
            continue
        then = "superseded" if course.superseded_by else "current"
        if status in (None, then) or status == "current":
            record = fact_record(row)
            evidence = sources[record.id]
            found.append(
                replace(
                    record,
                    status=then,
                    valid_from=course.valid_from,
                    valid_to=course.valid_to,
                    expired_at=None,
                    sources=tuple(each["event"] for each in evidence),
                    strength=strength(row["fact"]["base"], len(evidence)),
                )
            )
    return found
