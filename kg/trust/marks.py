"""Marks: the entries of a person's trust ledger, each written once."""

from __future__ import annotations

import datetime as dt
import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kg.errors import NotFound
from kg.graph import Graph
from kg.trust.trust_state import MEMORY_TRUSTER, trust_edge_id
from kg.types import Mark


@dataclass(frozen=True)
class NewMark:
    """A mark to write.

    Attributes:
        kind: positive, negative, violation, attempt, suspicious or imported.
        reason: why.
        severity: of a violation.
    """

    kind: str
    reason: str
    severity: float = 0.0


@dataclass(frozen=True)
class Mute:
    """The end and the reason of a mute; no end: the person is not muted."""

    until: dt.datetime | None
    reason: str = ""


def write_marks(
    graph: Graph,
    person: str,
    marks: Sequence[NewMark],
    now: dt.datetime,
    *,
    event: str | None = None,
    by: str | None = None,
    mute: Mute | None = None,
) -> Mapping[str, Any]:
    """Write marks on the memory's trust in a person, and optionally a mute, in one round trip.

    The id of a mark is derived from its content, person and time, so that a retried write changes nothing.

    Args:
        graph: the scope.
        person: id of a stored person.
        marks: the marks to write.
        now: the time of the marks.
        event: id of the event that the marks are for.
        by: who asserts them, as `platform:id`.
        mute: the mute to set; None leaves the current one unchanged.

    Returns:
        A row for `TrustState.from_row`.

    Raises:
        NotFound: there is no such person or event; nothing was written.
    """
    muted = {} if mute is None else {"muted_until": mute.until, "muted_reason": mute.reason or None}
    rows = graph.run(
        "trust/mark",
        [] if mute is None else ["mute"],
        person=person,
        trust=trust_edge_id(MEMORY_TRUSTER, person),
        event=event,
        marks=[mark_row(each, person, now, event=event, by=by) for each in marks],
        now=now,
        **muted,
    )
    if not rows:
        raise NotFound(f"{f'event {event!r}' if event else f'person {person!r}'} in scope {graph.scope!r}")
    return rows[0]


def mark_row(
    mark: NewMark, person: str, at: dt.datetime, *, event: str | None = None, by: str | None = None
) -> dict[str, Any]:
    """Return the row of a mark for the statements that write marks; its id is derived from its content."""
    content = "\0".join((mark.kind, person, event or "", mark.reason, at.isoformat()))
    return {
        "id": "mark-" + hashlib.blake2b(content.encode(), digest_size=8).hexdigest(),
        "name": f"{mark.kind}: {mark.reason}" if mark.reason else mark.kind,
        "kind": mark.kind,
        "severity": mark.severity,
        "reason": mark.reason,
        "at": at,
        "by": by,
    }


def mark_record(stored: Mapping[str, Any]) -> Mark:
    """Return the record of a stored mark."""
    return Mark(
        id=stored["id"],
        kind=stored["kind"],
        severity=stored["severity"],
        reason=stored["reason"],
        at=stored["at"].to_native().astimezone(dt.UTC),
        by=stored.get("by"),
        event=stored.get("event"),
    )
