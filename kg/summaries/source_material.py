"""What a node of the summary tree is written from: facts, messages with their vectors, what its children say."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kg.graph.driver_values import as_datetime
from kg.knowledge.predicates import predicate
from kg.summaries.extractive_text import Spoken, Told
from kg.summaries.summary_tree import Place, said_of
from kg.types import Said

SHARED = "shared"
# The strongest that are told of what; the others are a search away.
_MOST_FACTS = 15


@dataclass(frozen=True)
class Material:
    """What a node is written from, and how it was read.

    Attributes:
        place: where it stands.
        revision: how often it was written before.
        count: what it covers when it is written from this: events of a leaf, children of a branch.
        weight: how much lies below it.
        at: time of the newest that it is written from.
        audience: who may know of it.
        text: what it said; "" where nothing.
        before: the sentences that it had.
        facts: the weightiest first.
        messages: newest first.
        vectors: (messages, dimension).
        names: what it is about is called so.
        children: name and sentences of each child, the weightiest first.
        lower: the same of what hangs from the root without a branch, which speaks where the branches leave room.
        confidence: of a branch, that of what its children say; None: by what it rests on.
        seen: the staleness of a branch at which it was read.
    """

    place: Place
    revision: int
    count: int
    weight: int
    at: dt.datetime
    audience: str = SHARED
    text: str = ""
    before: tuple[Said, ...] = ()
    facts: tuple[Told, ...] = ()
    messages: tuple[Spoken, ...] = ()
    vectors: NDArray[np.float32] | None = None
    names: tuple[str, ...] = ()
    children: tuple[tuple[str, tuple[Said, ...]], ...] = ()
    lower: tuple[tuple[str, tuple[Said, ...]], ...] = ()
    confidence: float | None = None
    seen: int = 0


def of_leaf(place: Place, stale: Mapping[str, Any], row: Mapping[str, Any], now: dt.datetime) -> Material:
    """The material of a leaf.

    Args:
        place: where it stands.
        stale: its row of `summaries/stale_leaves`.
        row: its row of `summaries/leaf_material`.
        now: the present.
    """
    audience = _audience(row["events"])
    events = [each for each in row["events"] if each["audience"] == audience]
    # Words that were overtaken since are not quoted; what else was said along with them may still be known.
    quotable = [each for each in events if not each["outdated"]]
    subject = place.of if stale["kind"] == "entity" else None
    facts = told(row["facts"], {SHARED, audience}, subject) if events else ()
    readable = {each["id"] for each in events} | {source for fact in facts for source in (fact.id, *fact.sources)}
    before = said_of(row["sentences"], row["cited"]) if row["audience"] == audience else ()
    return Material(
        place=place,
        revision=stale["revision"],
        count=stale["count"],
        weight=stale["count"],
        at=(as_datetime(events[0]["at"]) if events else None) or now,
        audience=audience,
        text=row["text"] or "",
        # What rests on something that is gone, or does not count any more, is not handed on.
        before=tuple(one for one in before if readable.issuperset(one.sources)),
        facts=facts,
        messages=tuple(_spoken(each, subject) for each in quotable),
        vectors=_vectors([each["vector"] for each in quotable]),
        names=() if stale["kind"] == "session" else (place.name,),
    )


def of_preferences(place: Place, row: Mapping[str, Any], now: dt.datetime) -> Material:
    """The material of the preferences, from a row of `summaries/preferences`."""
    facts = told(row["facts"], {SHARED}, None)
    learnt = tuple(Said(each["text"], (each["id"],)) for each in row["learnings"])
    times = [each["at"] for each in (*row["facts"], *row["learnings"]) if each["at"] is not None]
    return Material(
        place=place,
        revision=row["revision"],
        count=len(facts) + len(learnt),
        weight=len(facts) + len(learnt),
        at=max((moment for each in times if (moment := as_datetime(each)) is not None), default=now),
        text=row["text"],
        before=said_of(row["sentences"], row["cited"]),
        facts=facts,
        children=(("learnings", learnt),) if learnt else (),
    )


def of_branch(place: Place, row: Mapping[str, Any], now: dt.datetime) -> Material:
    """The material of a branch or the root, from a row of `summaries/branches`."""
    children = row["children"]
    times = [moment for each in children if (moment := as_datetime(each["at"])) is not None]
    sure = [each["confidence"] for each in children if each["confidence"] is not None]
    return Material(
        place=place,
        revision=row["revision"],
        count=row["count"],
        weight=row["weight"],
        at=max(times, default=now),
        text=row["text"] or "",
        before=said_of(row["sentences"], row["cited"]),
        children=_saying(each for each in children if each["level"] == place.level - 1),
        lower=_saying(each for each in children if each["level"] < place.level - 1),
        confidence=round(sum(sure) / len(sure), 3) if sure else None,
        seen=row["stale"],
    )


def _saying(children: Iterable[Mapping[str, Any]]) -> tuple[tuple[str, tuple[Said, ...]], ...]:
    return tuple((each["name"], said_of(each["sentences"], each["cited"])) for each in children)


def told(rows: Sequence[Mapping[str, Any]], audiences: Collection[str], subject: str | None) -> tuple[Told, ...]:
    """Facts that these may know of: those about the subject first, where there is one; what is known twice once.

    Args:
        rows: facts, the strongest first.
        audiences: tokens of who may know.
        subject: id of the entity that they are about; None: of whomever.
    """
    seen = [each for each in rows if each["audience"] in audiences and not set(each["replaced_in"]) & set(audiences)]
    if subject is not None:
        seen = [each for each in seen if subject in (each["subject_id"], each["object_id"])]
        seen.sort(key=lambda each: each["subject_id"] != subject)
    once = {each["text"]: each for each in reversed(seen)}
    return tuple(_told(each, audiences) for each in list(once.values())[::-1][:_MOST_FACTS])


def _told(row: Mapping[str, Any], audiences: Collection[str]) -> Told:
    return Told(
        id=row["id"],
        subject=row["subject"] or "",
        predicate=row["predicate"],
        object=row["object"] or row["object_text"],
        polarity=row["polarity"],
        since=_since(as_datetime(row["valid_from"]), row["predicate"]),
        sources=tuple(event for event, audience in row["evidence"] if audience in audiences),
    )


def _since(moment: dt.datetime | None, name: str) -> str:
    """When, no more precise than is surely known: of the first of a month or year the day may have been filled in."""
    if moment is None:
        return ""
    day = f"{moment:%Y-%m-%d}".removesuffix("-01").removesuffix("-01")
    # An event has its day; what is planned, the day that it is planned for.
    return day if name == "plans" or predicate(name).fact == "event" else f"since {day}"


def _audience(events: Sequence[Mapping[str, Any]]) -> str:
    """Whose the leaf is: everybody's, where anything was said to everybody, else that of the newest message alone."""
    audiences = [each["audience"] for each in events]
    return SHARED if SHARED in audiences or not audiences else str(audiences[0])


def _spoken(event: Mapping[str, Any], subject: str | None) -> Spoken:
    return Spoken(
        id=event["id"],
        speaker=event["speaker_name"] or event["role"],
        text=event["text"],
        at=as_datetime(event["at"]) or dt.datetime.min,
        own=subject is not None and event["person"] == subject,
    )


def _vectors(rows: Sequence[Sequence[float] | None]) -> NDArray[np.float32]:
    """The vectors of messages as one array; noughts for a message that has none."""
    dimension = next((len(row) for row in rows if row is not None), 0)
    return np.asarray([row if row is not None else [0.0] * dimension for row in rows], np.float32)
