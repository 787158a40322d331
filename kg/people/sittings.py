"""When somebody was there: sittings, the spans of messages with no more than 30 minutes between one and the next.

They are the union of what was heard: in which order messages are read, and how often, does not matter, and no message has to
be read again to know how many days, hours and weekdays somebody was there. That holds because no gap within a sitting reaches
an hour: each hour that a sitting touches has a message in it.
"""

from __future__ import annotations

import datetime as dt
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np

GAP = dt.timedelta(minutes=30)
"""A longer silence begins a new sitting; fixed, since stored spans rest on it."""
_EPOCH = dt.datetime(1970, 1, 1, tzinfo=dt.UTC)
_MICROSECOND = dt.timedelta(microseconds=1)
_GAP = GAP // _MICROSECOND
_HOUR = 3_600_000_000
# The first of January 1970 was a Thursday.
_FIRST_WEEKDAY = 3


@dataclass(frozen=True)
class Sittings:
    """Spans in microseconds since 1970, first and last message of each, in order and apart by more than the gap."""

    spans: tuple[tuple[int, int], ...] = ()

    @classmethod
    def read(cls, stored: bytes | None) -> Sittings:
        """What `stored` wrote."""
        if not stored:
            return cls()
        ends = np.frombuffer(bytes(stored), dtype="<i8").reshape(-1, 2)
        return cls(tuple((int(start), int(end)) for start, end in ends))

    @property
    def stored(self) -> bytes:
        """Sixteen bytes a sitting: little-endian 64-bit first and last."""
        return np.array(self.spans, dtype="<i8").tobytes()

    def with_messages(self, moments: Iterable[dt.datetime]) -> Sittings:
        """With messages at these moments as well."""
        new = [(at, at) for at in ((moment - _EPOCH) // _MICROSECOND for moment in moments)]
        united: list[tuple[int, int]] = []
        for start, end in sorted([*self.spans, *new]):
            if united and start - united[-1][1] <= _GAP:
                united[-1] = (united[-1][0], max(united[-1][1], end))
            else:
                united.append((start, end))
        return Sittings(tuple(united))

    def before(self, at: dt.datetime) -> Sittings:
        """As they were before a moment: what began then or later is left out, and what reached over it is cut there."""
        limit = (at - _EPOCH) // _MICROSECOND
        kept = self.spans[: bisect_left(self.spans, (limit, limit))]
        if kept and kept[-1][1] >= limit:
            kept = (*kept[:-1], (kept[-1][0], max(kept[-1][0], limit - 1)))
        return Sittings(kept)

    @cached_property
    def _hours(self) -> frozenset[int]:
        return frozenset(hour for start, end in self.spans for hour in range(start // _HOUR, end // _HOUR + 1))

    @property
    def count(self) -> int:
        """How many."""
        return len(self.spans)

    @property
    def days(self) -> int:
        """Different calendar days, UTC."""
        return len({hour // 24 for hour in self._hours})

    @property
    def hours(self) -> int:
        """Different hours of the day, UTC."""
        return len({hour % 24 for hour in self._hours})

    @property
    def weekdays(self) -> int:
        """Different days of the week."""
        return len({(hour // 24 + _FIRST_WEEKDAY) % 7 for hour in self._hours})

    @property
    def last(self) -> dt.datetime | None:
        """The moment of the last message."""
        return _EPOCH + self.spans[-1][1] * _MICROSECOND if self.spans else None

    def __iter__(self) -> Iterator[tuple[dt.datetime, dt.datetime]]:
        """First and last message of each."""
        return ((_EPOCH + start * _MICROSECOND, _EPOCH + end * _MICROSECOND) for start, end in self.spans)
