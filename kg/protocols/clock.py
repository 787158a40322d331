"""The clock protocol, with its default `SystemClock` and its fake `FixedClock`."""

from __future__ import annotations

import datetime as dt
from typing import Protocol


class Clock(Protocol):
    """A source of the current time."""

    def now(self) -> dt.datetime:
        """Return the current time: aware, UTC."""
        ...


class SystemClock:
    """The machine's clock, in UTC."""

    def now(self) -> dt.datetime:
        """Return the current time: aware, UTC."""
        return dt.datetime.now(dt.UTC)


class FixedClock:
    """A clock that stands still until it is moved, for tests and simulations."""

    def __init__(self, at: dt.datetime) -> None:
        self.at = at

    def now(self) -> dt.datetime:
        """Return the moment it was set to."""
        return self.at

    def forward(self, amount: dt.timedelta) -> dt.datetime:
        """Move the clock by `amount` and return the new moment."""
        self.at += amount
        return self.at
