"""Marks: what somebody's trust was marked with, each once, as the graph keeps them."""

from __future__ import annotations

import datetime as dt
import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kg.errors import NotFound
from kg.graph import Graph
from kg.trust.trust_state import MEMORY, trust_id
from kg.types import Mark


@dataclass(frozen=True)
class Given:
    """A mark that is to be written.

    Attributes:
        kind: positive, negative, violation, attempt or suspicious.
        reason: why.
        severity: of a violation.
    """

    kind: str
    reason: str
    severity: float = 0.0


@dataclass(frozen=True)
class Mute:
    """Until when somebody is muted, and why; no moment: they are not."""

    until: dt.datetime | None
    reason: str = ""


def write_marks(
    graph: Graph,
    person: str,
    marks: Sequence[Given],
    now: dt.datetime,
    *,
    event: str | None = None,
    by: str | None = None,
    mute: Mute | None = None,
) -> Mapping[str, Any]:
    """Write marks on the memory's trust in somebody, and a mute where one is given, in one trip.

    A mark's id follows from what it says of whom and when: a write that is tried again changes nothing.

    Args:
        graph: where.
        person: id of somebody who is there.
        marks: what is written.
        now: its moment.
        event: id of the event that the marks are for.
        by: who says so, as `platform:id`.
        mute: None: it stays as it is.

    Returns:
        A row as `Standing.read` takes it.

    Raises:
        NotFound: there is no such person or event; nothing was written.
    """
    muted = {} if mute is None else {"muted_until": mute.until, "muted_reason": mute.reason or None}
    rows = graph.run(
        "trust/mark",
        [] if mute is None else ["mute"],
        person=person,
        trust=trust_id(MEMORY, person),
        event=event,
        marks=[_row(each, person, event, by, now) for each in marks],
        now=now,
        **muted,
    )
    if not rows:
        raise NotFound(f"{f'event {event!r}' if event else f'person {person!r}'} in scope {graph.scope!r}")
    return rows[0]


def _row(given: Given, person: str, event: str | None, by: str | None, at: dt.datetime) -> dict[str, Any]:
    said = "\0".join((given.kind, person, event or "", given.reason, at.isoformat()))
    return {
        "id": "mark-" + hashlib.blake2b(said.encode(), digest_size=8).hexdigest(),
        "name": f"{given.kind}: {given.reason}" if given.reason else given.kind,
        "kind": given.kind,
        "severity": given.severity,
        "reason": given.reason,
        "at": at,
        "by": by,
    }


def mark_record(stored: Mapping[str, Any]) -> Mark:
    """The record of a stored mark."""
    return Mark(
        id=stored["id"],
        kind=stored["kind"],
        severity=stored["severity"],
        reason=stored["reason"],
        at=stored["at"].to_native().astimezone(dt.UTC),
        by=stored.get("by"),
        event=stored.get("event"),
    )
