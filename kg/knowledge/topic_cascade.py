"""Topics after events on them were erased or read again: counted from the remaining events, or erased."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

from kg.graph import GraphTransaction, memory_terms
from kg.knowledge.extracted_events import widest_audience


@dataclass(frozen=True)
class TopicErasure:
    """The result of rebuilding topics.

    Attributes:
        removed: kind → number of removed records.
        remaining: ids of the topics that remain.
        erased: ids of the erased ones.
        dependents: ids of memories that had the erased ones as source or subject.
    """

    removed: Counter[str] = field(default_factory=Counter)
    remaining: tuple[str, ...] = ()
    erased: frozenset[str] = frozenset()
    dependents: frozenset[str] = frozenset()


def rebuild_topics(transaction: GraphTransaction, ids: Collection[str], now: dt.datetime) -> TopicErasure:
    """Recount topics after events were removed from them, and erase those without events.

    Args:
        transaction: the transaction in which the events were removed.
        ids: ids of the topics.
        now: the current time.
    """
    rows = list(transaction.run("erasure/remaining_topics", ids=sorted(ids)))
    empty = sorted(row["id"] for row in rows if not row["count"])
    removed: Counter[str] = Counter()
    dependents: frozenset[str] = frozenset()
    if empty:
        [erased] = transaction.run("erasure/erase_nodes", ids=empty)
        removed.update(erased["kinds"])
        dependents = frozenset(erased["dependents"])
    remaining = sorted((row for row in rows if row["count"]), key=lambda row: row["id"])
    updates = [
        {"id": row["id"], "properties": _topic_properties(transaction.scope, row), "vector": None} for row in remaining
    ]
    if updates:
        transaction.run("erasure/update_nodes", rows=updates, now=now)
    return TopicErasure(removed, tuple(row["id"] for row in remaining), frozenset(empty), dependents)


def _topic_properties(scope: str, row: Mapping[str, Any]) -> dict[str, Any]:
    audiences = set(row["audiences"])
    is_unchanged = row["audience"] != "shared" and row["audience"] in audiences
    audience = row["audience"] if is_unchanged else widest_audience(audiences)
    is_topic = row["count"] > 1
    terms = memory_terms(scope, "topic", {"audience": audience}) if is_topic else None
    return {"event_count": row["count"], "current": is_topic, "audience": audience, "terms": terms}
