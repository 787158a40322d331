"""Activity sessions: the spans of a person's messages with no more than 30 minutes between one message and the next.

The spans are the union of all messages, so the order in which messages are added, and how often, makes no difference, and no
message has to be read again to count the days, hours and weekdays on which a person was active. This holds because no gap within
a session reaches an hour: every hour that a session covers contains a message.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

GAP = dt.timedelta(minutes=30)
"""A longer silence begins a new session. Fixed, since stored spans depend on it."""
_EPOCH = dt.datetime(1970, 1, 1, tzinfo=dt.UTC)
_MICROSECOND = dt.timedelta(microseconds=1)
_GAP = GAP // _MICROSECOND
_HOUR = 3_600_000_000
# January 1, 1970 was a Thursday.
_FIRST_WEEKDAY = 3


@dataclass(frozen=True, eq=False)
class ActivitySessions:
    """The activity sessions of one person, in order and separated by more than the gap.

    Attributes:
        spans: int64 array (sessions, 2): times of the first and last message of each, in microseconds since 1970. An array,
            since a person who speaks for years has thousands of sessions and every batch adds to them.
    """

    spans: NDArray[np.int64] = field(default_factory=lambda: np.empty((0, 2), dtype=np.int64))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ActivitySessions) and np.array_equal(self.spans, other.spans)

    __hash__ = None  # type: ignore[assignment]

    @classmethod
    def from_bytes(cls, encoded: bytes | None) -> ActivitySessions:
        """Decode what `to_bytes` returned; None and empty bytes are no sessions."""
        if not encoded:
            return cls()
        return cls(np.frombuffer(bytes(encoded), dtype="<i8").reshape(-1, 2).astype(np.int64))

    def to_bytes(self) -> bytes:
        """Encode the spans: sixteen bytes a session, little-endian 64-bit first and last."""
        return self.spans.astype("<i8").tobytes()

    def with_messages(self, moments: Iterable[dt.datetime]) -> ActivitySessions:
        """Return the sessions with messages at these moments added."""
        new = np.array([(moment - _EPOCH) // _MICROSECOND for moment in moments], dtype=np.int64)
        if not new.size:
            return self
        spans = np.concatenate([self.spans, np.stack([new, new], axis=1)])
        spans = spans[np.lexsort((spans[:, 1], spans[:, 0]))]
        # The latest end so far: a message within a long session must not shorten it.
        reach = np.maximum.accumulate(spans[:, 1])
        begins = np.concatenate([[True], spans[1:, 0] - reach[:-1] > _GAP])
        firsts = np.flatnonzero(begins)
        lasts = np.append(firsts[1:], len(spans)) - 1
        return ActivitySessions(np.stack([spans[firsts, 0], reach[lasts]], axis=1))

    def before(self, at: dt.datetime) -> ActivitySessions:
        """Return the sessions before a moment: later ones are left out, and one that contains the moment is cut there."""
        limit = (at - _EPOCH) // _MICROSECOND
        earlier = self.spans[: np.searchsorted(self.spans[:, 0], limit)].copy()
        if len(earlier) and earlier[-1, 1] >= limit:
            earlier[-1, 1] = max(earlier[-1, 0], limit - 1)
        return ActivitySessions(earlier)

    def after(self, at: dt.datetime) -> ActivitySessions:
        """Return the sessions after a moment: earlier ones are left out, and one that contains the moment begins there."""
        limit = (at - _EPOCH) // _MICROSECOND
        later = self.spans[self.spans[:, 1] > limit].copy()
        if len(later):
            later[0, 0] = max(later[0, 0], limit + 1)
        return ActivitySessions(later)

    @cached_property
    def _hours(self) -> NDArray[np.int64]:
        """The distinct hours since 1970 that the sessions cover."""
        first, last = self.spans[:, 0] // _HOUR, self.spans[:, 1] // _HOUR
        lengths = last - first + 1
        # The hours of each span are its first hour plus 0, 1, 2 … within the span.
        offsets = np.arange(lengths.sum()) - np.repeat(np.cumsum(lengths) - lengths, lengths)
        return np.unique(np.repeat(first, lengths) + offsets)

    @property
    def count(self) -> int:
        """The number of sessions."""
        return len(self.spans)

    @property
    def days(self) -> int:
        """The number of different calendar days, UTC."""
        return len(np.unique(self._hours // 24))

    @property
    def hours(self) -> frozenset[int]:
        """The different hours of the day, 0 to 23, UTC."""
        return frozenset(np.unique(self._hours % 24).tolist())

    @property
    def weekdays(self) -> frozenset[int]:
        """The different days of the week, 0 (Monday) to 6."""
        return frozenset(np.unique((self._hours // 24 + _FIRST_WEEKDAY) % 7).tolist())

    @property
    def last(self) -> dt.datetime | None:
        """The time of the last message."""
        return _EPOCH + int(self.spans[-1, 1]) * _MICROSECOND if len(self.spans) else None

    def __iter__(self) -> Iterator[tuple[dt.datetime, dt.datetime]]:
        """Yield the times of the first and last message of each session."""
        return ((_EPOCH + start * _MICROSECOND, _EPOCH + end * _MICROSECOND) for start, end in self.spans.tolist())
