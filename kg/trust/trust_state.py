"""Trust state: what the graph stores of a person for the trust formula, enough to compute their trust at any moment."""

from __future__ import annotations

import datetime as dt
import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from kg.graph import as_datetime
from kg.trust.activity_sessions import ActivitySessions
from kg.trust.formula import VIOLATION_HALF_LIFE_DAYS, TrustSignals, decayed_severity, score
from kg.trust.prior_trust import PriorTrust
from kg.types import Trust

MEMORY_TRUSTER = "memory"
"""The truster of the edges that the memory itself maintains: how far its owner may rely on a person."""


def trust_edge_id(truster: str, trustee: str) -> str:
    """Return the id of the trust edge between two persons; `MEMORY_TRUSTER` is a truster too."""
    return "trust-" + hashlib.blake2b(f"{truster} {trustee}".encode(), digest_size=8).hexdigest()


@dataclass(frozen=True)
class TrustState:
    """The trust state of one person, as the memory's trust edge stores it.

    Attributes:
        person: id of the person.
        owner: whether the person is an owner.
        first_seen: time of first sight; None: not seen yet.
        last: time of the last message.
        messages: number of messages.
        sessions: number of activity sessions.
        active_days: different calendar days.
        hours: different hours of the day.
        weekdays: different days of the week.
        positive: positive marks, without those of activity sessions.
        negative: negative marks.
        attempts: refused uses of restricted tools.
        sentiment: how friendly the person is.
        violations: severity and time of each violation.
        distrusted: id of the receipt that quarantines their assertions; None if there is none.
        distrusted_since: the time from which their assertions are quarantined.
        activity: activity sessions; empty unless they were read too.
        prior: what another memory counted before; its sessions, days, hours and weekdays are in the counts above.
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
    activity: ActivitySessions = field(default_factory=ActivitySessions)
    prior: PriorTrust | None = None

    @classmethod
    def from_row(cls, row: Mapping[str, Any]) -> TrustState:
        """Read {person, owner, first_seen, edge (properties of its trust edge, or null), violations: [[severity, at]]}."""
        edge: Mapping[str, Any] = row.get("edge") or {}
        stored: Sequence[Any] = row.get("violations") or ()
        violations = [(float(severity), moment) for severity, at in stored if (moment := as_datetime(at)) is not None]
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
            activity=ActivitySessions.from_bytes(edge.get("sittings")),
            prior=PriorTrust.from_properties(edge),
        )

    def quarantined_by(self, at: dt.datetime) -> str | None:
        """Return the id of the receipt that quarantines what they said at a moment; None if it counts."""
        return self.distrusted if self.distrusted_since is not None and at >= self.distrusted_since else None

    def with_messages(self, moments: Sequence[dt.datetime]) -> TrustState:
        """Return the state with messages at these moments added."""
        return replace(
            self.with_activity(self.activity.with_messages(moments), self.prior),
            messages=self.messages + len(moments),
            first_seen=min([*moments, *([self.first_seen] if self.first_seen else [])], default=None),
        )

    def with_activity(self, activity: ActivitySessions, prior: PriorTrust | None) -> TrustState:
        """Return the state with these activity sessions, counted from the end of what was counted before."""
        counted = activity if prior is None else activity.after(prior.until)
        moments = [moment for moment in (activity.last, prior.until if prior else None) if moment is not None]
        return replace(
            self,
            activity=activity,
            prior=prior,
            last=max(moments, default=None),
            sessions=counted.count + (prior.sessions if prior else 0),
            active_days=counted.days + (prior.active_days if prior else 0),
            hours=len(counted.hours | (prior.hours if prior else frozenset())),
            weekdays=len(counted.weekdays | (prior.weekdays if prior else frozenset())),
        )

    def signals(self, now: dt.datetime, *, half_life_days: float = VIOLATION_HALF_LIFE_DAYS) -> TrustSignals:
        """Return the input of the formula at a moment that is not before their last message."""
        prior = self.prior
        return TrustSignals(
            positive=self.positive + self.sessions + (prior.further_positive if prior else 0),
            negative=self.negative + (prior.negative if prior else 0),
            days_known=_days_since(self.first_seen, now),
            active_days=self.active_days,
            sessions=self.sessions,
            hours=self.hours,
            weekdays=self.weekdays,
            restricted_attempts=self.attempts + (prior.attempts if prior else 0),
            severity=decayed_severity(self.violations, now, half_life_days),
            sentiment=self.sentiment,
            silent_days=_days_since(self.last, now),
        )

    def trust(self, now: dt.datetime, *, half_life_days: float = VIOLATION_HALF_LIFE_DAYS) -> Trust:
        """Return the current trust in the person."""
        return score(self.signals(now, half_life_days=half_life_days), owner=self.owner)

    def trust_before(self, at: dt.datetime, *, half_life_days: float = VIOLATION_HALF_LIFE_DAYS) -> Trust:
        """Return the trust in the person when they said something, from what they had done before that moment.

        Requires `activity`. Marks without a time of their own count whenever they were made.
        """
        earlier = self.with_activity(self.activity.before(at), self.prior and self.prior.before(at))
        return earlier.trust(at, half_life_days=half_life_days)

    def edge_properties(self) -> dict[str, Any]:
        """Return the properties that ingestion stores on the trust edge."""
        return {
            "last_message": self.last,
            "message_count": self.messages,
            "sessions": self.sessions,
            "active_days": self.active_days,
            "hours": self.hours,
            "weekdays": self.weekdays,
            "sittings": self.activity.to_bytes(),
        }


def _days_since(since: dt.datetime | None, now: dt.datetime) -> int:
    """Return the whole days since a moment; 0 if there is none or it lies in the future."""
    return 0 if since is None else max(0, (now - since).days)
