"""Conversion of values that the driver returns, and the bounds of times."""

from __future__ import annotations

import datetime as dt
from typing import Any

MIN_TIME: dt.datetime = dt.datetime(1, 1, 1, tzinfo=dt.UTC)
MAX_TIME: dt.datetime = dt.datetime(9999, 12, 31, tzinfo=dt.UTC)
"""The first and the last time that the database stores."""
_EPOCH = dt.datetime(1970, 1, 1, tzinfo=dt.UTC)


def as_datetime(value: Any) -> dt.datetime | None:
    """Convert a database time, or microseconds since 1970, to an aware datetime in UTC."""
    if value is None:
        return None
    if isinstance(value, int):
        return _EPOCH + dt.timedelta(microseconds=value)
    native: dt.datetime = value if isinstance(value, dt.datetime) else value.to_native()
    return native.astimezone(dt.UTC)


def to_milliseconds(at: dt.datetime) -> int:
    """Convert a time to milliseconds since 1970; as a parameter, a time takes the driver a tenth of a millisecond."""
    return (at - _EPOCH) // dt.timedelta(milliseconds=1)
