"""What stays of episodes: those that are salient become notes for long; what tools and episodes teach is learnt."""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Iterator, Mapping
from typing import Any

from kg.consolidation.diary_steps import tell_news
from kg.consolidation.run_context import Night, Outcome
from kg.memories.feedback import detect
from kg.memories.salience import KEEP, Signals, salience
from kg.memories.tool_failures import failed

_PAGE = 20
_MIDDLE = 5
_HEALTH = dt.timedelta(days=7)
_REMEMBERED = dt.timedelta(days=30)
_SAID = frozenset({"message", "observation"})


def consolidate(night: Night) -> Outcome:
    """Tell what is new, then judge each episode once: what is salient joins the notes for long under its date."""
    counts = dict(tell_news(night).counts) | {"judged": 0, "promoted": 0}
    for page in _pages(night, "unjudged"):
        marks = []
        for row in page:
            signals = signals_of(row)
            worth = salience(signals)
            counts["promoted"] += worth >= KEEP and _promoted(night, row, signals.importance)
            marks.append({"id": row["node"]["id"], "properties": {"salience": worth}})
        _mark(night, marks)
        counts["judged"] += len(page)
    return Outcome(counts)


def learn(night: Night) -> Outcome:
    """Learn from tools that failed, and from episodes that tell an error and what solved it."""
    now = night.clock.now()
    lessons = night.learnings.from_failures(night.reflections.failures(since=now - _REMEMBERED))
    tools = 0
    for used in night.graph.run("consolidation/tool_results", since=now - _HEALTH, until=now):
        tools += night.learnings.health(used["tool"], used["uses"], used["uses"] - used["failures"]) is not None
    counts = {"lessons": len(lessons), "tools": tools, "procedures": 0, "studied": 0}
    for page in _pages(night, "unstudied"):
        for row in page:
            node = row["node"]
            sources = [node["id"], *row["sources"]]
            counts["procedures"] += (
                night.procedures.learn(_whole(row), sources=sources, audience=node["audience"]) is not None
            )
        _mark(night, [{"id": row["node"]["id"], "properties": {"studied": True}} for row in page])
        counts["studied"] += len(page)
    return Outcome(counts)


def signals_of(row: Mapping[str, Any]) -> Signals:
    """What happened in an episode, from a row of `consolidation/unjudged_episodes`."""
    node, events = row["node"], row["events"]
    corrected, before = 0, None
    for event in events:
        if event["event_kind"] == "message" and event["role"] == "user":
            found = detect(event["text"], before)
            corrected += found is not None and found.kind == "correction"
        elif event["role"] == "assistant":
            before = event["text"]
    return Signals(
        new_entities=row["entities"],
        corrections=row["corrections"] + corrected,
        outcomes=sum(event["event_kind"] == "tool_result" and not failed(event["text"]) for event in events),
        tags=tuple(node["tags"]),
        importance=max((_importance(event["metadata"]) for event in events), default=_MIDDLE),
        words=len(node["text"].split()),
    )


def _promoted(night: Night, row: Mapping[str, Any], importance: int) -> bool:
    node = row["node"]
    note = night.longterm.promote(
        node["text"],
        at=node["at"].to_native(),
        importance=importance,
        sources=[node["id"], *row["sources"]],
        audience=node["audience"],
    )
    return note is not None


def _pages(night: Night, which: str) -> Iterator[list[Mapping[str, Any]]]:
    """Episodes that lack something, until none does: whoever takes a page marks it."""
    while rows := night.graph.run("consolidation/unjudged_episodes", [which], limit=_PAGE):
        yield list(rows)
        night.beat()


def _mark(night: Night, rows: list[dict[str, Any]]) -> None:
    night.graph.run("consolidation/mark_episodes", rows=sorted(rows, key=lambda row: str(row["id"])))


def _whole(row: Mapping[str, Any]) -> str:
    """All that was said in an episode; of one that rests on no events what it tells."""
    said = [event["text"] for event in row["events"] if event["event_kind"] in _SAID]
    return "\n".join(said) or str(row["node"]["text"])


def _importance(metadata: str | None) -> int:
    """How important somebody said that an event is; 5 where nobody did."""
    told = json.loads(metadata).get("importance") if metadata else None
    if not isinstance(told, int) or isinstance(told, bool):
        return _MIDDLE
    return min(10, max(1, told))
