"""Leases: a worker claims events for some minutes, and renews its claims while it digests them."""

from __future__ import annotations

import datetime as dt
import uuid
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from kg.graph import Graph, as_datetime
from kg.runtime import Runtime


class ClaimedEvents(NamedTuple):
    """Events that were claimed together.

    Attributes:
        at: when they were claimed.
        events: the events, as `ingestion/claim` returns them, with datetimes.
        model: name and dimension of the scope's embedding model.
    """

    at: dt.datetime
    events: Sequence[Mapping[str, Any]] = ()
    model: Sequence[Any] = ()


class Leases:
    """The events of a scope that one worker has claimed and not stored yet.

    Attributes:
        worker: the id that its claims carry.
    """

    def __init__(self, runtime: Runtime) -> None:
        """Create the leases of a new worker, which has claimed nothing.

        Args:
            runtime: the scope, the clock, and how long a lease lasts.
        """
        self.worker = uuid.uuid4().hex
        self._graph = runtime.graph
        self._clock = runtime.clock
        self._length = dt.timedelta(seconds=runtime.settings.lease_s)
        self._events: dict[str, Mapping[str, Any]] = {}
        self._since = runtime.clock.now()

    @property
    def events(self) -> list[Mapping[str, Any]]:
        """The events that are held."""
        # list() of a dict is atomic, while the storing thread removes keys.
        return list(self._events.values())

    def claim_oldest(self, limit: int) -> ClaimedEvents:
        """Claim the oldest events that are pending, or whose lease or retry delay has expired."""
        return self._claim(self._graph, "ingestion/claim", limit=limit)

    def claim_some(self, ids: Sequence[str], graph: Graph | None = None) -> ClaimedEvents:
        """Claim those of some events that are pending.

        Args:
            ids: ids of the events.
            graph: the transaction to do so in; None for one of its own.
        """
        return self._claim(graph or self._graph, "ingestion/claim_some", ids=list(ids))

    def hold(self, claim: ClaimedEvents) -> None:
        """Hold the events of a claim, once it is committed."""
        if not self._events:
            self._since = claim.at
        self._events |= {event["id"]: event for event in claim.events}

    def drop(self, event: str) -> None:
        """Stop holding an event, as it is stored."""
        self._events.pop(event, None)

    def clear(self) -> None:
        """Stop holding all events."""
        self._events.clear()

    def renew(self) -> None:
        """Renew the leases once half of their time is over; a worker that hangs loses its leases."""
        now = self._clock.now()
        if self._events and now - self._since >= self._length / 2:
            events = [event["id"] for event in self.events]
            lease_until = now + self._length
            self._graph.run("ingestion/renew_claims", worker=self.worker, events=events, lease_until=lease_until)
            self._since = now

    def _claim(self, graph: Graph, statement: str, **which: Any) -> ClaimedEvents:
        now = self._clock.now()
        rows = graph.run(statement, worker=self.worker, now=now, lease_until=now + self._length, **which)
        if not rows:
            return ClaimedEvents(now)
        return ClaimedEvents(now, [_read_event(event) for event in rows[0]["events"]], rows[0]["model"])


def _read_event(event: Mapping[str, Any]) -> Mapping[str, Any]:
    earlier = [{**turn, "at": as_datetime(turn["at"])} for turn in event["earlier"]]
    return {**event, "at": as_datetime(event["at"]), "earlier": earlier}
