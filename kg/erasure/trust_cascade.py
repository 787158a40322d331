"""Rebuilding the trust states of persons after some of their messages were erased."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Collection
from dataclasses import replace

from kg.graph import GraphTransaction
from kg.trust import ActivitySessions, TrustState

_EPOCH = dt.datetime(1970, 1, 1, tzinfo=dt.UTC)


def rebuild_trust_states(
    transaction: GraphTransaction, persons: Collection[str], now: dt.datetime, half_life_days: float
) -> None:
    """Rebuild the trust states of persons from their remaining messages and marks.

    Args:
        transaction: the transaction in which messages were erased.
        persons: ids of persons; erased ones are skipped.
        now: the current time.
        half_life_days: half-life of a violation.
    """
    rows = []
    for row in transaction.run("erasure/remaining_trust", ids=sorted(persons)):
        marks = Counter(row["marks"])
        moments = [_EPOCH + dt.timedelta(microseconds=at) for at in row["moments"]]
        initial = replace(
            TrustState.from_row(row), activity=ActivitySessions(), messages=0, positive=marks["positive"],
            negative=marks["negative"], attempts=marks["attempt"],
        )  # fmt: skip
        state = initial.with_messages(moments)
        trust = state.trust(now, half_life_days=half_life_days)
        counts = {
            "positive": state.positive,
            "negative": state.negative,
            "restricted_attempts": state.attempts,
        }
        rows.append(
            {
                "id": row["edge"]["id"],
                "person": row["person"],
                "properties": state.edge_properties() | counts,
                "score": trust.score,
                "tier": trust.tier,
            }
        )
    if rows:
        transaction.run("trust/update_states", rows=rows, now=now)
