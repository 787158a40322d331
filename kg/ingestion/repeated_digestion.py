"""Put digested events back into the queue, so that the present extractor reads them again."""

from __future__ import annotations

import datetime as dt
from typing import Any

from kg.errors import InvalidInput
from kg.events import parse_time
from kg.graph import MIN_TIME
from kg.knowledge import FACTS_SESSION
from kg.runtime import Runtime

# Events that are marked in one transaction.
_BATCH = 1_000


def mark_events_again(runtime: Runtime, *, again: bool, since: dt.datetime | str | None) -> int:
    """Mark digested messages and observations as pending again; return how many.

    They are marked in the order of their time, each at most once, although other workers may digest them meanwhile.

    Args:
        runtime: the scope.
        again: whether to mark events at all.
        since: only those from this time on.

    Raises:
        InvalidInput: `since` is no time or given without `again`, or there is no extractor.
        ModelUnavailable: the extractor has no weights; nothing was marked.
    """
    start = MIN_TIME if since is None else parse_time("since", since)
    if not again:
        if since is not None:
            raise InvalidInput("since", since, "None without `again`; use both to digest events again")
        return 0
    if runtime.extractor is None:
        raise InvalidInput("again", again, "False without an extractor; set KG_EXTRACTOR to other than none")
    # An extractor whose weights are missing raises ModelUnavailable here.
    _ = runtime.extractor.layers
    graph, now, count = runtime.graph.with_own_count(), runtime.clock.now(), 0
    position: dict[str, Any] = {"since": start, "after": ""}
    while rows := graph.run("ingestion/mark_again", **position, facts_session=FACTS_SESSION, limit=_BATCH, now=now):
        count += int(rows[0]["events"])
        position = {"since": rows[0]["at"], "after": rows[0]["id"]}
    return count
