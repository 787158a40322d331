"""Trust signals that another memory has counted: what is counted here is added to them from their last moment on."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

from kg.graph import as_datetime


@dataclass(frozen=True)
class PriorTrust:
    """The trust signals of a person up to a moment, as another memory counted them.

    Attributes:
        first: time of the first message.
        until: time of the last one; messages up to it are counted here.
        messages: number of messages.
        sessions: number of activity sessions.
        active_days: different calendar days.
        hours: the hours of the day, 0 to 23.
        weekdays: the days of the week, 0 (Monday) to 6.
        positive: positive marks; each activity session counts as one of them.
        negative: negative marks.
        attempts: refused uses of restricted tools.
    """

    first: dt.datetime
    until: dt.datetime
    messages: int = 0
    sessions: int = 0
    active_days: int = 0
    hours: frozenset[int] = frozenset()
    weekdays: frozenset[int] = frozenset()
    positive: int = 0
    negative: int = 0
    attempts: int = 0

    @property
    def further_positive(self) -> int:
        """The positive marks beyond those of the activity sessions."""
        return max(0, self.positive - self.sessions)

    def before(self, at: dt.datetime) -> Self | None:
        """Return the signals as of an earlier moment: the counts in proportion to the time; None before the first message."""
        if at >= self.until:
            return self
        if at <= self.first:
            return None
        share = (at - self.first) / (self.until - self.first)
        counts = (self.messages, self.sessions, self.active_days)
        messages, sessions, active_days = (int(share * count) for count in counts)
        positive, negative, attempts = (int(share * count) for count in (self.positive, self.negative, self.attempts))
        return type(self)(
            self.first, at, messages, sessions, active_days, self.hours, self.weekdays, positive, negative, attempts
        )

    def to_properties(self) -> dict[str, Any]:
        """Return the properties of a trust edge."""
        return {
            "prior_first": self.first,
            "prior_until": self.until,
            "prior_messages": self.messages,
            "prior_sessions": self.sessions,
            "prior_days": self.active_days,
            "prior_hours": sorted(self.hours),
            "prior_weekdays": sorted(self.weekdays),
            "prior_positive": self.positive,
            "prior_negative": self.negative,
            "prior_attempts": self.attempts,
        }

    @classmethod
    def from_properties(cls, edge: Mapping[str, Any]) -> Self | None:
        """Return the signals of a trust edge; None where it has none."""
        first, until = as_datetime(edge.get("prior_first")), as_datetime(edge.get("prior_until"))
        if first is None or until is None:
            return None

        def numbers(name: str) -> frozenset[int]:
            stored: Sequence[int] = edge.get(name) or ()
            return frozenset(stored)

        return cls(
            first,
            until,
            edge.get("prior_messages") or 0,
            edge.get("prior_sessions") or 0,
            edge.get("prior_days") or 0,
            numbers("prior_hours"),
            numbers("prior_weekdays"),
            edge.get("prior_positive") or 0,
            edge.get("prior_negative") or 0,
            edge.get("prior_attempts") or 0,
        )
