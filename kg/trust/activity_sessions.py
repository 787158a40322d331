"""When somebody was there: sittings, the spans of messages with no more than 30 minutes between one and the next.

They are the union of what was heard: in which order messages are read, and how often, does not matter, and no message has to
be read again to know how many days, hours and weekdays somebody was there. That holds because no gap within a sitting reaches
an hour: each hour that a sitting touches has a message in it.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

GAP = dt.timedelta(minutes=30)
"""A longer silence begins a new sitting; fixed, since stored spans rest on it."""
_EPOCH = dt.datetime(1970, 1, 1, tzinfo=dt.UTC)
_MICROSECOND = dt.timedelta(microseconds=1)
_GAP = GAP // _MICROSECOND
_HOUR = 3_600_000_000
# The first of January 1970 was a Thursday.
_FIRST_WEEKDAY = 3


@dataclass(frozen=True, eq=False)
class Sittings:
    """Spans in microseconds since 1970, first and last message of each, in order and apart by more than the gap.

    Attributes:
        spans: int64 array (sittings, 2). Who speaks for years has thousands, and every batch adds to them.
    """

    spans: NDArray[np.int64] = field(default_factory=lambda: np.empty((0, 2), dtype=np.int64))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sittings) and np.array_equal(self.spans, other.spans)

    __hash__ = None  # type: ignore[assignment]

    @classmethod
    def read(cls, stored: bytes | None) -> Sittings:
        """What `stored` wrote."""
        if not stored:
            return cls()
        return cls(np.frombuffer(bytes(stored), dtype="<i8").reshape(-1, 2).astype(np.int64))

    @property
    def stored(self) -> bytes:
        """Sixteen bytes a sitting: little-endian 64-bit first and last."""
        return self.spans.astype("<i8").tobytes()

    def with_messages(self, moments: Iterable[dt.datetime]) -> Sittings:
        """With messages at these moments as well."""
        new = np.array([(moment - _EPOCH) // _MICROSECOND for moment in moments], dtype=np.int64)
        if not new.size:
            return self
        spans = np.concatenate([self.spans, np.stack([new, new], axis=1)])
        spans = spans[np.lexsort((spans[:, 1], spans[:, 0]))]
        # How far what came before reaches: a message within a long sitting does not shorten it.
        reach = np.maximum.accumulate(spans[:, 1])
        begins = np.concatenate([[True], spans[1:, 0] - reach[:-1] > _GAP])
        firsts = np.flatnonzero(begins)
        lasts = np.append(firsts[1:], len(spans)) - 1
        return Sittings(np.stack([spans[firsts, 0], reach[lasts]], axis=1))

    def before(self, at: dt.datetime) -> Sittings:
        """As they were before a moment: what began then or later is left out, and what reached over it is cut there."""
        limit = (at - _EPOCH) // _MICROSECOND
        kept = self.spans[: np.searchsorted(self.spans[:, 0], limit)].copy()
        if len(kept) and kept[-1, 1] >= limit:
            kept[-1, 1] = max(kept[-1, 0], limit - 1)
        return Sittings(kept)

    @cached_property
    def _hours(self) -> NDArray[np.int64]:
        """The hours since 1970 that were touched, each once."""
        first, last = self.spans[:, 0] // _HOUR, self.spans[:, 1] // _HOUR
        lengths = last - first + 1
        # Each span's hours one after the other: its first one, and how far along it each is.
        along = np.arange(lengths.sum()) - np.repeat(np.cumsum(lengths) - lengths, lengths)
        return np.unique(np.repeat(first, lengths) + along)

    @property
    def count(self) -> int:
        """How many."""
        return len(self.spans)

    @property
    def days(self) -> int:
        """Different calendar days, UTC."""
        return len(np.unique(self._hours // 24))

    @property
    def hours(self) -> int:
        """Different hours of the day, UTC."""
        return len(np.unique(self._hours % 24))

    @property
    def weekdays(self) -> int:
        """Different days of the week."""
        return len(np.unique((self._hours // 24 + _FIRST_WEEKDAY) % 7))

    @property
    def last(self) -> dt.datetime | None:
        """The moment of the last message."""
        return _EPOCH + int(self.spans[-1, 1]) * _MICROSECOND if len(self.spans) else None

    def __iter__(self) -> Iterator[tuple[dt.datetime, dt.datetime]]:
        """First and last message of each."""
        return ((_EPOCH + start * _MICROSECOND, _EPOCH + end * _MICROSECOND) for start, end in self.spans.tolist())
