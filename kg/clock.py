"""The clock that everything asks for the time, and the one that a test moves."""

from __future__ import annotations

import datetime as dt


class SystemClock:
    """The machine's clock, in UTC."""

    def now(self) -> dt.datetime:
        """The present moment, aware, in UTC."""
        return dt.datetime.now(dt.UTC)


class FixedClock:
    """A clock that stands still until it is moved (for tests and simulations)."""

    def __init__(self, at: dt.datetime) -> None:
        self.at = at

    def now(self) -> dt.datetime:
        """The moment it was set to."""
        return self.at

    def forward(self, amount: dt.timedelta) -> dt.datetime:
        """Move the clock by `amount` and return the new moment."""
        self.at += amount
        return self.at
