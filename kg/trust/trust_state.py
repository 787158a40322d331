"""How somebody stands, as the graph keeps it: what the formula needs at any moment, from one row."""

from __future__ import annotations

import datetime as dt
import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from kg.graph.driver_values import as_datetime
from kg.trust.activity_sessions import Sittings
from kg.trust.formula import FADING_DAYS, TrustSignals, faded, score
from kg.types import Trust

MEMORY = "memory"
"""The truster of the edges that the memory itself keeps: how far its owner may rely on somebody."""


def trust_id(truster: str, trustee: str) -> str:
    """The id of the edge from one to another; `MEMORY` is a truster of its own."""
    return "trust-" + hashlib.blake2b(f"{truster} {trustee}".encode(), digest_size=8).hexdigest()


@dataclass(frozen=True)
class Standing:
    """One person as the memory's trust edge has them.

    Attributes:
        person: their id.
        owner: whether they are an owner.
        first_seen: when they were first seen; None: not yet.
        last: when they last said something.
        messages: how many they said.
        sessions: sittings.
        active_days: different calendar days.
        hours: different hours of the day.
        weekdays: different days of the week.
        positive: good marks, without those of sittings.
        negative: bad marks.
        attempts: refused uses of restricted tools.
        sentiment: how friendly.
        violations: severity and moment of each.
        distrusted: id of the record by which nothing counts that they say; None where it does.
        distrusted_since: since when.
        sittings: when they were there; only where it was asked for.
    """

    person: str
    owner: bool = False
    first_seen: dt.datetime | None = None
    last: dt.datetime | None = None
    messages: int = 0
    sessions: int = 0
    active_days: int = 0
    hours: int = 0
    weekdays: int = 0
    positive: int = 0
    negative: int = 0
    attempts: int = 0
    sentiment: float = 0.0
    violations: tuple[tuple[float, dt.datetime], ...] = ()
    distrusted: str | None = None
    distrusted_since: dt.datetime | None = None
    sittings: Sittings = field(default_factory=Sittings)

    @classmethod
    def read(cls, row: Mapping[str, Any]) -> Standing:
        """From {person, owner, first_seen, edge (properties of its trust edge, or null), violations: [[severity, at]]}."""
        edge: Mapping[str, Any] = row.get("edge") or {}
        found: Sequence[Any] = row.get("violations") or ()
        violations = [(float(severity), moment) for severity, at in found if (moment := as_datetime(at)) is not None]
        return cls(
            person=row["person"],
            owner=bool(row["owner"]),
            first_seen=as_datetime(row["first_seen"]),
            last=as_datetime(edge.get("last_message")),
            messages=edge.get("message_count") or 0,
            sessions=edge.get("sessions") or 0,
            active_days=edge.get("active_days") or 0,
            hours=edge.get("hours") or 0,
            weekdays=edge.get("weekdays") or 0,
            positive=edge.get("positive") or 0,
            negative=edge.get("negative") or 0,
            attempts=edge.get("restricted_attempts") or 0,
            sentiment=edge.get("sentiment") or 0.0,
            violations=tuple(violations),
            distrusted=edge.get("distrusted"),
            distrusted_since=as_datetime(edge.get("distrusted_since")),
            sittings=Sittings.read(edge.get("sittings")),
        )

    def quarantine(self, at: dt.datetime) -> str | None:
        """The record by which what they said at a moment does not count; None where it does."""
        return self.distrusted if self.distrusted_since is not None and at >= self.distrusted_since else None

    def heard(self, moments: Sequence[dt.datetime]) -> Standing:
        """With messages at these moments as well."""
        there = self.sittings.with_messages(moments)
        return replace(
            self,
            sittings=there,
            last=there.last,
            messages=self.messages + len(moments),
            sessions=there.count,
            active_days=there.days,
            hours=there.hours,
            weekdays=there.weekdays,
            first_seen=min([*moments, *([self.first_seen] if self.first_seen else [])], default=None),
        )

    def signals(self, now: dt.datetime, *, half_life_days: float = FADING_DAYS) -> TrustSignals:
        """What the formula looks at, at a moment that is not before their last message."""
        return TrustSignals(
            positive=self.positive + self.sessions,
            negative=self.negative,
            days_known=_days(self.first_seen, now),
            active_days=self.active_days,
            sessions=self.sessions,
            hours=self.hours,
            weekdays=self.weekdays,
            restricted_attempts=self.attempts,
            severity=faded(self.violations, now, half_life_days),
            sentiment=self.sentiment,
            silent_days=_days(self.last, now),
        )

    def trust(self, now: dt.datetime, *, half_life_days: float = FADING_DAYS) -> Trust:
        """How far they are trusted now."""
        return score(self.signals(now, half_life_days=half_life_days), owner=self.owner)

    def trust_before(self, at: dt.datetime, *, half_life_days: float = FADING_DAYS) -> Trust:
        """How far they were trusted when they said something: by what they had done before it.

        Needs `sittings`. Marks that have no moment of their own count whenever they were made.
        """
        then = self.sittings.before(at)
        earlier = replace(
            self,
            sittings=then,
            last=then.last,
            sessions=then.count,
            active_days=then.days,
            hours=then.hours,
            weekdays=then.weekdays,
        )
        return earlier.trust(at, half_life_days=half_life_days)

    def edge(self) -> dict[str, Any]:
        """What is kept of it on the trust edge by digestion."""
        return {
            "last_message": self.last,
            "message_count": self.messages,
            "sessions": self.sessions,
            "active_days": self.active_days,
            "hours": self.hours,
            "weekdays": self.weekdays,
            "sittings": self.sittings.stored,
        }


def _days(since: dt.datetime | None, now: dt.datetime) -> int:
    """Whole days from a moment on; 0 where there is none, or it is still to come."""
    return 0 if since is None else max(0, (now - since).days)
