"""The material of summary tree nodes: facts, messages with their vectors, and the sentences of child nodes."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from kg import events as logs
from kg.graph import MIN_TIME, as_datetime
from kg.knowledge import get_predicate
from kg.people import LastingNames, SpeakerName, needs_attribution
from kg.summaries.extractive_text import SummaryFact
from kg.summaries.summary_tree import TreeNode, parse_sentences
from kg.types import Event, SummarySentence

SHARED = "shared"
NO_NAMES = LastingNames()
# Maximum number of facts, the strongest first; others can be found by search.
_MOST_FACTS = 100
# Number of facts about an entity from which facts that only mention it are left out.
_ENOUGH_FACTS = 5


@dataclass(frozen=True)
class SummaryMaterial:
    """What a node is written from, and the node's state when it was read.

    Attributes:
        node: the node.
        revision: number of times it was written before.
        count: number of events that it covers (leaf), or of children (branch).
        weight: number of events or facts below it.
        at: time of the newest source.
        audience: who may read the summary.
        text: its current text; "" where it has none.
        previous: its current sentences.
        facts: facts, the most important first.
        messages: messages, newest first, with the names to show for their speakers.
        nearness: id of a message → what its vector says of its lasting value.
        children: name and sentences of each child, the most important first.
        deeper_children: of the root, the same for topics and channels, which add to it if the other children yield fewer than
            three sentences.
        confidence: of a branch, the mean confidence of its children; None: computed from its sources.
        staleness_read: staleness of a branch when it was read.
        now: the time at which it is written.
    """

    node: TreeNode
    revision: int
    count: int
    weight: int
    at: dt.datetime
    audience: str = SHARED
    text: str = ""
    previous: tuple[SummarySentence, ...] = ()
    facts: tuple[SummaryFact, ...] = ()
    messages: tuple[Event, ...] = ()
    nearness: Mapping[str, float | None] = field(default_factory=dict)
    children: tuple[tuple[str, tuple[SummarySentence, ...]], ...] = ()
    deeper_children: tuple[tuple[str, tuple[SummarySentence, ...]], ...] = ()
    confidence: float | None = None
    staleness_read: int = 0
    now: dt.datetime = MIN_TIME


def build_leaf_material(
    node: TreeNode,
    stale: Mapping[str, Any],
    row: Mapping[str, Any],
    now: dt.datetime,
    names: LastingNames,
) -> SummaryMaterial:
    """Build the material of a leaf.

    Args:
        node: the leaf.
        stale: its row of `summaries/stale_leaves`.
        row: its row of `summaries/leaf_material`.
        now: the current time.
        names: the names to show for people.
    """
    audience = _audience(row["events"])
    events = [each for each in row["events"] if each["audience"] == audience]
    # Messages whose facts were superseded are not quoted; their other facts may still hold.
    quotable = [each for each in events if not each["outdated"]]
    subject = node.subject_id if stale["kind"] == "entity" else None
    facts = select_summary_facts(row["facts"], {SHARED, audience}, subject, names) if events else ()
    readable = {each["id"] for each in events} | {source for fact in facts for source in (fact.id, *fact.sources)}
    before = parse_sentences(row) if row["audience"] == audience else ()
    return SummaryMaterial(
        node=node,
        revision=stale["revision"],
        count=stale["count"],
        weight=stale["count"],
        at=(as_datetime(events[0]["at"]) if events else None) or now,
        audience=audience,
        text=row["text"] or "",
        # Sentences with a removed or quarantined source are not passed on.
        previous=tuple(one for one in before if readable.issuperset(one.sources)),
        facts=facts,
        messages=tuple(_to_event(each, names.speakers) for each in quotable),
        nearness={each["id"]: each["nearness"] for each in quotable},
        now=now,
    )


def build_preferences_material(
    node: TreeNode, row: Mapping[str, Any], now: dt.datetime, names: LastingNames = NO_NAMES
) -> SummaryMaterial:
    """Build the material of the preferences node from a row of `summaries/preferences`."""
    facts = select_summary_facts(row["facts"], {SHARED}, None, names)
    learnt = tuple(SummarySentence(each["text"], (each["id"],)) for each in row["learnings"])
    times = [each["at"] for each in (*row["facts"], *row["learnings"]) if each["at"] is not None]
    return SummaryMaterial(
        node=node,
        revision=row["revision"],
        count=len(facts) + len(learnt),
        weight=len(facts) + len(learnt),
        at=max((moment for each in times if (moment := as_datetime(each)) is not None), default=now),
        text=row["text"],
        previous=parse_sentences(row),
        facts=facts,
        children=(("learnings", learnt),) if learnt else (),
    )


def build_branch_material(node: TreeNode, row: Mapping[str, Any], now: dt.datetime) -> SummaryMaterial:
    """Build the material of a branch or the root from a row of `summaries/branches`."""
    children = row["children"]
    times = [moment for each in children if (moment := as_datetime(each["at"])) is not None]
    sure = [each["confidence"] for each in children if each["confidence"] is not None]
    return SummaryMaterial(
        node=node,
        revision=row["revision"],
        count=row["count"],
        weight=row["weight"],
        at=max(times, default=now),
        text=row["text"] or "",
        previous=parse_sentences(row),
        children=_child_sentences(each for each in children if not _is_deeper(node, each)),
        deeper_children=_child_sentences(each for each in children if _is_deeper(node, each)),
        confidence=round(sum(sure) / len(sure), 3) if sure else None,
        staleness_read=row["stale"],
    )


def _is_deeper(node: TreeNode, child: Mapping[str, Any]) -> bool:
    """Whether a child adds to the root only if the others yield fewer than three sentences: topics, and channels.

    The sentences of channels need their sessions.
    """
    return bool(child["level"] < node.level - 1 or child["key"].startswith("channel:"))


def _child_sentences(children: Iterable[Mapping[str, Any]]) -> tuple[tuple[str, tuple[SummarySentence, ...]], ...]:
    return tuple((each["name"], parse_sentences(each)) for each in children)


def select_summary_facts(
    rows: Sequence[Mapping[str, Any]],
    audiences: Collection[str],
    subject: str | None,
    names: LastingNames = NO_NAMES,
) -> tuple[SummaryFact, ...]:
    """Return the facts that these audiences may read, those about the subject first, without duplicates.

    Args:
        rows: facts, the most worth noting first.
        audiences: audience tokens of the reader.
        subject: id of the entity that they are about; None: any subject.
        names: the names to show for people, which differ between persons of one name.
    """
    visible = [each for each in rows if each["audience"] in audiences and not set(each["replaced_in"]) & set(audiences)]
    if subject is not None:
        visible = [each for each in visible if subject in (each["subject_id"], each["object_id"])]
        own = [each for each in visible if each["subject_id"] == subject]
        visible = own if len(own) >= _ENOUGH_FACTS else [*own, *(each for each in visible if each not in own)]
    once: dict[str, Mapping[str, Any]] = {}
    for each in visible:
        once.setdefault(f"{names.subjects.get(each['subject_id'])}: {each['text']}", each)
    return tuple(_to_summary_fact(each, audiences, names) for each in list(once.values())[:_MOST_FACTS])


def _to_summary_fact(row: Mapping[str, Any], audiences: Collection[str], names: LastingNames) -> SummaryFact:
    name = row["subject"] or ""
    shown = names.subjects.get(row["subject_id"], name)
    sentence = row["text"] if row.get("template") else ""
    if sentence.startswith(f"{name} "):
        sentence = shown + sentence.removeprefix(name)
    return SummaryFact(
        id=row["id"],
        subject=shown,
        predicate=row["predicate"],
        object=names.subjects.get(row.get("object_id") or "", row["object"] or row["object_text"]),
        polarity=row["polarity"],
        since=_since(as_datetime(row["valid_from"]), row["predicate"]),
        sources=tuple(event for event, audience, _ in row["evidence"] if audience in audiences),
        sentence=sentence,
        kind=row.get("fact_kind") or "",
        worth=1.0 if row.get("worth") is None else row["worth"],
        salience=max((salience for _, audience, salience in row["evidence"] if audience in audiences), default=0.0),
        at=as_datetime(row["at"]) or MIN_TIME,
        said_by=_list_tellers(row, audiences, names),
        object_is_person=bool(row.get("object_is_person")),
    )


def list_fact_speakers(facts: Iterable[Mapping[str, Any]]) -> list[SpeakerName]:
    """Return who states facts with which they are shown, by account, name and role."""
    return [one for fact in facts for stated in fact["stated_by"] if (one := _find_teller(fact, stated)) is not None]


def _list_tellers(row: Mapping[str, Any], audiences: Collection[str], names: LastingNames) -> tuple[str, ...]:
    """Return the names of who states a fact; none if an owner, an endorsed person or the person concerned does."""
    found = [_find_teller(row, stated) for stated in row["stated_by"] if stated[0] in audiences]
    tellers = [one for one in found if one is not None]
    if len(tellers) < len(found):
        return ()
    shown = (names.speakers.get(one) or one[1] or one[0] for one in tellers)
    return tuple(dict.fromkeys(name for name in shown if name))


def _find_teller(fact: Mapping[str, Any], stated: Sequence[Any]) -> SpeakerName | None:
    """Return who makes a statement, if the fact is shown with them."""
    _, authority, own, account, name, role = stated
    return (account, name, role) if needs_attribution(authority, is_own=own, text=fact["text"]) else None


def _since(moment: dt.datetime | None, name: str) -> str:
    """Return the date at its reliable precision: for the first of a month or year, the day may be a default."""
    if moment is None:
        return ""
    day = f"{moment:%Y-%m-%d}".removesuffix("-01").removesuffix("-01")
    # An event or plan has a date; other facts hold since a date.
    return day if name == "plans" or get_predicate(name).fact_type == "event" else f"since {day}"


def _audience(events: Sequence[Mapping[str, Any]]) -> str:
    """Return a leaf's audience: shared if any event is shared, otherwise that of the newest message."""
    audiences = [each["audience"] for each in events]
    return SHARED if SHARED in audiences or not audiences else str(audiences[0])


def _to_event(row: Mapping[str, Any], names: Mapping[SpeakerName, str | None]) -> Event:
    """Return a message with the name to show for its speaker."""
    speaker = (row["speaker"], row["speaker_name"], row["role"])
    return replace(logs.event_record(row), speaker_name=names.get(speaker) or row["speaker_name"] or row["role"])
