"""Retention of old events, and resets of a scope."""

from __future__ import annotations

import datetime as dt
import uuid
from collections import Counter
from collections.abc import Sequence

from kg.erasure.event_cascade import ErasureOptions
from kg.erasure.forgetting import MAX_EVENTS, Erasure, ErasureRequest, forget_scope
from kg.errors import InvalidInput
from kg.graph import MIN_TIME, Graph, as_datetime
from kg.knowledge import erase_entities
from kg.protocols import Clock
from kg.settings import Settings
from kg.types import Receipt

SUPPORTED_FACTOR = 3
"""The factor by which both limits are larger for events that support facts or notes."""
CONVERSATION_KINDS = ("event", "passage", "topic", "working", "diary", "journal", "episode", "reflection", "summary")
"""Kinds that a reset of memory erases: events and the records that describe them."""
CONVERSATION_SECTIONS = ("context", "scratch")
"""Sections of core memory that a reset of memory erases."""
_BATCH = 5_000
_MICROSECOND = dt.timedelta(microseconds=1)


def apply_retention(
    graph: Graph, clock: Clock, settings: Settings, erasure: Erasure, *, dry_run: bool = False
) -> Receipt:
    """Erase events that are older than the setting `retention_days` or beyond the newest `retention_events`.

    Both limits are three times as large for events that support facts or notes. Events of owners, and events that name a person,
    are never erased. The trust in persons is unchanged.
    """
    now, days = clock.now(), dt.timedelta(days=settings.retention_days)
    before = max(_time_limit(now, days), _count_limit(graph, settings.retention_events))
    supported_before = max(
        _time_limit(now, SUPPORTED_FACTOR * days), _count_limit(graph, SUPPORTED_FACTOR * settings.retention_events)
    )

    def select(transaction: Graph) -> Sequence[str]:
        rows = transaction.run(
            "erasure/old_events", before=before, supported_before=supported_before, limit=erasure.max_events
        )
        return [row["id"] for row in rows]

    options = ErasureOptions(copies=False, trust=False)
    return erasure.execute(ErasureRequest("retention", select, options), dry_run=dry_run)


def _time_limit(now: dt.datetime, span: dt.timedelta) -> dt.datetime:
    return now - span if now - MIN_TIME > span else MIN_TIME


def _count_limit(graph: Graph, count: int) -> dt.datetime:
    """Return the time before which all events are beyond the newest `count`."""
    rows = graph.run("erasure/newest_excess_event", count=count)
    found = as_datetime(rows[0]["at"]) if rows else None
    return MIN_TIME if found is None else found + _MICROSECOND


def reset_scope(graph: Graph, clock: Clock, *, memory: bool, identity: bool, everything: bool) -> Receipt:
    """Reset a scope.

    Args:
        graph: the scope.
        clock: the clock of the receipt.
        memory: erase events and the records that describe them; facts and entities remain.
        identity: erase the agent's identity.
        everything: erase the whole scope.

    Raises:
        InvalidInput: not exactly one of them is True.
    """
    chosen = [
        name for name, wanted in (("memory", memory), ("identity", identity), ("everything", everything)) if wanted
    ]
    if len(chosen) != 1:
        raise InvalidInput("reset", ", ".join(chosen) or None, "exactly one of memory, identity and everything")
    if everything:
        return forget_scope(graph, clock)
    receipt, now = f"receipt-{uuid.uuid4().hex[:12]}", clock.now()
    kinds, sections = (CONVERSATION_KINDS, CONVERSATION_SECTIONS) if memory else ((), ("identity",))
    removed: Counter[str] = Counter()
    while erased := graph.run("erasure/reset_memories", kinds=list(kinds), sections=list(sections), limit=_BATCH)[0][
        "kinds"
    ]:
        removed.update(erased)
    while memory and (ids := [row["id"] for row in graph.run("erasure/unreferenced_entities", limit=MAX_EVENTS)]):
        removed.update(erase_entities(graph, ids)[0])
    what = f"reset of {chosen[0]}"
    counts = [f"{kind} {count}" for kind, count in sorted(removed.items())]
    if memory:
        [frame] = graph.run("erasure/reset_frame", receipt=receipt, now=now, what=what, removed=counts)
        removed.update({"session": frame["sessions"], "channel": frame["channels"]})
    else:
        graph.run("erasure/reset_identity")
        graph.run("erasure/receipt", receipt=receipt, now=now, what=what, removed=counts)
    return Receipt(receipt, now, what, dict(sorted((+removed).items())))
