"""What is let go of because it is old, or because everything is to begin anew."""

from __future__ import annotations

import datetime as dt
import uuid
from collections import Counter
from collections.abc import Sequence

from kg.erasure.entity_cascade import strike
from kg.erasure.event_cascade import Manner
from kg.erasure.forgetting import EVENTS, Asked, Forgetting, forget_scope
from kg.errors import InvalidInput
from kg.graph import Graph
from kg.graph.driver_values import as_datetime
from kg.protocols import Clock
from kg.settings import Settings
from kg.types import Receipt

IMPORTANT = 3
"""So many times as long, and of so many times as many, events are kept that something rests on."""
TALK = ("event", "passage", "topic", "working", "diary", "journal", "episode", "reflection", "summary")
"""Kinds that a reset of memory erases: what was said, and what was told of it."""
PASSING = ("context", "scratch")
"""Sections of core memory that go with it."""
_BATCH = 5_000
_EARLIEST = dt.datetime(1, 1, 1, tzinfo=dt.UTC)
_MOMENT = dt.timedelta(microseconds=1)


def retain(graph: Graph, clock: Clock, settings: Settings, forgetting: Forgetting, *, dry_run: bool = False) -> Receipt:
    """Forget events that are older than the setting `retention_days`, or beyond the newest `retention_events`.

    Those that facts or notes rest on are kept three times as long; an owner's, and those that name a person, always. People keep
    what they came to be trusted for.
    """
    now, days = clock.now(), dt.timedelta(days=settings.retention_days)
    before = max(_earlier(now, days), _beyond(graph, settings.retention_events))
    long_before = max(_earlier(now, IMPORTANT * days), _beyond(graph, IMPORTANT * settings.retention_events))

    def pick(turn: Graph) -> Sequence[str]:
        rows = turn.run("erasure/old_events", before=before, long_before=long_before, limit=forgetting.most)
        return [row["id"] for row in rows]

    return forgetting.carry_out(Asked("retention", pick, Manner(echoes=False, standings=False)), dry_run=dry_run)


def _earlier(now: dt.datetime, span: dt.timedelta) -> dt.datetime:
    return now - span if now - _EARLIEST > span else _EARLIEST


def _beyond(graph: Graph, most: int) -> dt.datetime:
    """Before when everything is beyond so many events."""
    rows = graph.run("erasure/newest_excess_event", most=most)
    found = as_datetime(rows[0]["at"]) if rows else None
    return _EARLIEST if found is None else found + _MOMENT


def reset(graph: Graph, clock: Clock, *, memory: bool, identity: bool, everything: bool) -> Receipt:
    """Begin anew: with what is known but nothing that was said, without an identity, or with nothing.

    Raises:
        InvalidInput: not just one of them is True.
    """
    asked = [
        name for name, wanted in (("memory", memory), ("identity", identity), ("everything", everything)) if wanted
    ]
    if len(asked) != 1:
        raise InvalidInput("reset", ", ".join(asked) or None, "just one of memory, identity and everything")
    if everything:
        return forget_scope(graph, clock)
    receipt, now = f"receipt-{uuid.uuid4().hex[:12]}", clock.now()
    kinds, sections = (TALK, PASSING) if memory else ((), ("identity",))
    removed: Counter[str] = Counter()
    while gone := graph.run("erasure/reset_memories", kinds=list(kinds), sections=list(sections), limit=_BATCH)[0][
        "kinds"
    ]:
        removed.update(gone)
    while memory and (ids := [row["id"] for row in graph.run("erasure/unreferenced_entities", limit=EVENTS)]):
        removed.update(strike(graph, ids)[0])
    what = f"reset of {asked[0]}"
    counts = [f"{kind} {count}" for kind, count in sorted(removed.items())]
    if memory:
        [frame] = graph.run("erasure/reset_frame", receipt=receipt, now=now, what=what, removed=counts)
        removed.update({"session": frame["sessions"], "channel": frame["channels"]})
    else:
        graph.run("erasure/reset_identity")
        graph.run("erasure/receipt", receipt=receipt, now=now, what=what, removed=counts)
    return Receipt(receipt, now, what, dict(sorted((+removed).items())))
