"""Letting somebody's word count for nothing, and letting it count again: everything stays, and every fact is told anew."""

from __future__ import annotations

import datetime as dt
import uuid
from collections.abc import Mapping, Sequence

from kg.errors import NotFound
from kg.graph import Graph
from kg.graph.scoped_graph import Turn
from kg.knowledge.batch_writer import settle_again
from kg.knowledge.vector_cache import Vectors
from kg.protocols import Clock, Embedder
from kg.trust.trust_state import MEMORY, trust_id
from kg.types import Receipt

_EVER = dt.datetime(1, 1, 1, tzinfo=dt.UTC)


class Quarantine:
    """What distrust does to memory."""

    def __init__(self, graph: Graph, embedder: Embedder, clock: Clock) -> None:
        """Keep what is needed."""
        self._graph = graph
        self._vectors = Vectors(embedder)
        self._clock = clock

    def distrust(self, person: str, since: dt.datetime | None, reason: str) -> Receipt:
        """Let nothing count that somebody said since a moment, nor what they say from now on.

        Facts that only they stand for are quarantined, what these had superseded holds again, and their messages leave searches
        and contexts.

        Args:
            person: their id.
            since: inclusive; None: all that they ever said.
            reason: why, for the record.

        Returns:
            What `restore` takes.
        """
        receipt, now = f"distrust-{uuid.uuid4().hex[:12]}", self._clock.now()

        def work(turn: Turn) -> Receipt:
            [row] = turn.run(
                "knowledge/quarantine", person=person, edge=trust_id(MEMORY, person), since=since or _EVER, receipt=receipt,
                now=now, reason=reason,
            )  # fmt: skip
            return self._settled(
                turn, row["places"], Receipt(receipt, now, f"distrusted {row['person']}", {"event": row["events"]})
            )

        return self._graph.transact(work)

    def restore(self, receipt: str) -> Receipt:
        """Let count again what a quarantine had put aside.

        Raises:
            NotFound: there is no such quarantine, or it was undone before.
        """
        now = self._clock.now()

        def work(turn: Turn) -> Receipt:
            rows = turn.run("knowledge/lift_quarantine", receipt=receipt, now=now)
            if not rows:
                raise NotFound(f"quarantine {receipt!r} that is not undone, in scope {turn.scope!r}")
            [row] = rows
            done = Receipt(receipt, now, f"restored {row['person']}", {}, {"event": row["events"]})
            return self._settled(turn, row["places"], done)

        return self._graph.transact(work)

    def _settled(self, turn: Turn, found: Sequence[Mapping[str, str]], done: Receipt) -> Receipt:
        places: dict[str, list[str]] = {}
        for each in found:
            places.setdefault(each["subject"], []).append(each["predicate"])
        if places:
            settle_again(turn, places, vectors=self._vectors, now=done.at)
        return done
