"""How persons stand when some of what they said is gone: as if it had never been said."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Collection
from dataclasses import replace

from kg.graph.scoped_graph import Turn
from kg.trust.activity_sessions import Sittings
from kg.trust.trust_state import Standing

_EPOCH = dt.datetime(1970, 1, 1, tzinfo=dt.UTC)


def restand(turn: Turn, persons: Collection[str], now: dt.datetime, half_life_days: float) -> None:
    """Tell the standing of persons anew, from the messages and marks that are left.

    Args:
        turn: the transaction in which messages were erased.
        persons: their ids; who is gone is left out.
        now: the present moment.
        half_life_days: of a violation.
    """
    rows = []
    for row in turn.run("erasure/remaining_trust", ids=sorted(persons)):
        marks = Counter(row["marks"])
        moments = [_EPOCH + dt.timedelta(microseconds=at) for at in row["moments"]]
        nothing = replace(
            Standing.read(row), sittings=Sittings(), messages=0, positive=marks["positive"], negative=marks["negative"],
            attempts=marks["attempt"],
        )  # fmt: skip
        standing = nothing.heard(moments)
        trust = standing.trust(now, half_life_days=half_life_days)
        counted = {
            "positive": standing.positive,
            "negative": standing.negative,
            "restricted_attempts": standing.attempts,
        }
        rows.append(
            {
                "id": row["edge"]["id"],
                "person": row["person"],
                "properties": standing.edge() | counted,
                "score": trust.score,
                "tier": trust.tier,
            }
        )
    if rows:
        turn.run("erasure/update_trust", rows=rows, now=now)
