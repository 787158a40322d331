"""The steps about episodes: promote salient episodes to long-term notes, and learn from tools and episodes."""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

from kg.consolidation.diary_steps import write_diary
from kg.consolidation.run_context import SleepContext, StepOutcome
from kg.memories import (
    KEEP_SALIENCE,
    EpisodeSignals,
    detect_feedback,
    episode_salience,
    is_failed_result,
    remove_solutions,
)
from kg.people import read_authority

_PAGE = 20
_NEUTRAL_IMPORTANCE, _MOST_IMPORTANCE = 5, 10
_HEALTH_PERIOD = dt.timedelta(days=7)
_FAILURE_PERIOD = dt.timedelta(days=30)
_QUOTED_KINDS = frozenset({"message", "observation"})
# The authorities of speakers whose solutions are learnt, and of those whose solutions may be approved automatically.
_CREDIBLE, _OWN = frozenset({"owner", "endorsed"}), frozenset({"owner"})


def promote_episodes(context: SleepContext) -> StepOutcome:
    """Describe new events, then rate each episode once; a salient one becomes a long-term note with the episode's date."""
    counts = dict(write_diary(context).counts) | {"judged": 0, "promoted": 0}
    for page in _pages(context, "unjudged"):
        marks = []
        for row in page:
            signals = episode_signals(row)
            salience = episode_salience(signals)
            counts["promoted"] += salience >= KEEP_SALIENCE and _promote(context, row, signals.importance)
            marks.append({"id": row["node"]["id"], "properties": {"salience": salience}})
        _mark(context, marks)
        counts["judged"] += len(page)
    return StepOutcome(counts)


def learn_lessons(context: SleepContext) -> StepOutcome:
    """Learn from tool failures, and from episodes that report an error and its solution."""
    now = context.clock.now()
    lessons = context.learnings.from_failures(context.reflections.failures(since=now - _FAILURE_PERIOD))
    tools = 0
    for used in context.graph.run("consolidation/tool_results", since=now - _HEALTH_PERIOD, until=now):
        tools += context.learnings.health(used["tool"], used["uses"], used["uses"] - used["failures"]) is not None
    counts = {"lessons": len(lessons), "tools": tools, "procedures": 0, "studied": 0}
    for page in _pages(context, "unstudied"):
        authority = _read_authority(context, page)
        counts["procedures"] += sum(_learn_procedure(context, row, authority) for row in page)
        _mark(context, [{"id": row["node"]["id"], "properties": {"studied": True}} for row in page])
        counts["studied"] += len(page)
    return StepOutcome(counts)


def episode_signals(row: Mapping[str, Any]) -> EpisodeSignals:
    """Compute the signals of an episode from a row of `consolidation/unjudged_episodes`."""
    node, events = row["node"], row["events"]
    corrected, previous = 0, None
    for event in events:
        if event["event_kind"] == "message" and event["role"] == "user":
            found = detect_feedback(event["text"], previous)
            corrected += found is not None and found.kind == "correction"
        elif event["role"] == "assistant":
            previous = event["text"]
    return EpisodeSignals(
        new_entities=row["entities"],
        corrections=row["corrections"] + corrected,
        outcomes=sum(event["event_kind"] == "tool_result" and not is_failed_result(event["text"]) for event in events),
        tags=tuple(node["tags"]),
        importance=max((_importance(event) for event in events), default=_NEUTRAL_IMPORTANCE),
        words=len(node["text"].split()),
    )


def _promote(context: SleepContext, row: Mapping[str, Any], importance: int) -> bool:
    node = row["node"]
    note = context.longterm.promote(
        node["text"],
        at=node["at"].to_native(),
        importance=importance,
        sources=[node["id"], *row["sources"]],
        audience=node["audience"],
    )
    return note is not None


def _pages(context: SleepContext, which: str) -> Iterator[list[Mapping[str, Any]]]:
    """Yield pages of unprocessed episodes until there are none; the caller must mark each page as processed."""
    while rows := context.graph.run("consolidation/unjudged_episodes", [which], limit=_PAGE):
        yield list(rows)
        context.renew_lease()


def _mark(context: SleepContext, rows: list[dict[str, Any]]) -> None:
    context.graph.run("consolidation/mark_episodes", rows=sorted(rows, key=lambda row: str(row["id"])))


def _read_authority(context: SleepContext, page: Iterable[Mapping[str, Any]]) -> Mapping[str, str]:
    """Return account → authority of those who report solutions; empty in a scope without an owner."""
    said = [event for row in page for event in row["events"] if event["event_kind"] in _QUOTED_KINDS]
    accounts = [
        event["speaker"] for event in said if event["speaker"] and remove_solutions(event["text"]) != event["text"]
    ]
    return read_authority(
        context.graph,
        context.owners,
        accounts,
        context.clock.now(),
        needs_endorsement=context.settings.endorsement_required,
    )


def _learn_procedure(context: SleepContext, row: Mapping[str, Any], authority: Mapping[str, str]) -> bool:
    """Learn a procedure from an episode; return whether it is new. A solution of an owner or the agent precedes others."""
    node = row["node"]
    sources = [node["id"], *row["sources"]]
    own = _full_text(row, authority, _OWN)
    if context.procedures.learn(own, sources=sources, audience=node["audience"]) is not None:
        return True
    text = _full_text(row, authority, _CREDIBLE)
    if text == own:
        return False
    return context.procedures.learn(text, sources=sources, audience=node["audience"], needs_approval=True) is not None


def _full_text(row: Mapping[str, Any], authority: Mapping[str, str], counted: Collection[str]) -> str:
    """Return the messages of an episode, or the episode's text where it has none, with the solutions of certain speakers.

    Args:
        row: the episode and its events.
        authority: account → authority of those who report solutions.
        counted: the authorities of speakers whose solutions count; those of the agent always do.
    """
    said = [event for event in row["events"] if event["event_kind"] in _QUOTED_KINDS]
    if not said:
        # A generated text quotes events: without those that do not count nothing is left of it.
        return str(row["node"]["text"]) if row["events"] or row["node"]["seq_from"] is None else ""
    return "\n".join(
        event["text"] if _counts(event, authority, counted) else remove_solutions(event["text"]) for event in said
    )


def _counts(event: Mapping[str, Any], authority: Mapping[str, str], counted: Collection[str]) -> bool:
    return event["role"] == "assistant" or authority.get(event["speaker"] or "", "owner") in counted


def _importance(event: Mapping[str, Any]) -> int:
    """Return the importance in an event's metadata; without one, 5 and a point for each tenth of its salience, up to 10."""
    importance = json.loads(event["metadata"]).get("importance") if event["metadata"] else None
    if not isinstance(importance, int) or isinstance(importance, bool):
        said = event["salience"] or 0.0 if event["event_kind"] == "message" and event["role"] == "user" else 0.0
        return min(_MOST_IMPORTANCE, _NEUTRAL_IMPORTANCE + int(10 * said))
    return min(_MOST_IMPORTANCE, max(1, importance))
