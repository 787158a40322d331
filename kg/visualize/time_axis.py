"""The time axis of a picture: its range, and the dates that it names."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

_MAX_TICKS = 6
# Steps of the time axis: minutes up to a week, then months.
_MINUTES = (1, 10, 60, 360, 1_440, 10_080)
_MONTHS = (1, 3, 12, 24, 60, 120, 240, 600, 1_200)
_MONTH = dt.timedelta(days=30)
# After the last date, the axis goes on for this share of its length, if it is not now by then.
_MARGIN = 0.06
_LEAST_SPAN = dt.timedelta(minutes=1)


def time_range(moments: Sequence[dt.datetime], now: dt.datetime) -> tuple[dt.datetime, dt.datetime]:
    """Return the first and the last time of the axis: all given moments, and a little more.

    The axis ends at `now` if the last moment is close to it, and a little after the last moment otherwise, so that years of
    silence do not squeeze what there is.
    """
    first, last = min(moments, default=now - dt.timedelta(days=1)), max(moments, default=now)
    if last < now:
        last = min(now, last + max((last - first) * _MARGIN, _LEAST_SPAN))
    return first, max(last, first + _LEAST_SPAN)


def choose_ticks(first: dt.datetime, last: dt.datetime) -> tuple[list[dt.datetime], str]:
    """Choose up to `_MAX_TICKS` + 1 times at the start of a minute, day, month or year, and a format for them."""
    span = last - first
    for minutes in _MINUTES:
        step = dt.timedelta(minutes=minutes)
        if span / step <= _MAX_TICKS:
            seconds = step.total_seconds()
            begin = dt.datetime.fromtimestamp(-(-first.timestamp() // seconds) * seconds, dt.UTC)
            count = max(0, (last - begin) // step + 1)
            form = "%d %b %Y" if minutes >= 1_440 else "%d %b %H:%M"
            return [begin + place * step for place in range(count)], form
    months = next((each for each in _MONTHS if span / (each * _MONTH) <= _MAX_TICKS), _MONTHS[-1])
    number = -(-(first.year * 12 + first.month) // months) * months
    found = []
    while (
        number // 12 <= dt.MAXYEAR and (moment := dt.datetime(number // 12, number % 12 + 1, 1, tzinfo=dt.UTC)) <= last
    ):
        found.append(moment)
        number += months
    return found, "%Y" if months >= 12 else "%b %Y"
