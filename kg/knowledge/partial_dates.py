"""Times as they are said, only as precise as known, and the stretch of time that each means."""

from __future__ import annotations

import calendar
import datetime as dt
import re

PAST = "past"
"""What stands for an end that nobody dated: it is over."""
_SAID = re.compile(r"(\d{4})(?:-(\d{2})(?:-(\d{2})(?:T.*)?)?)?", re.ASCII)


def first(said: str | None) -> dt.datetime | None:
    """The first moment of a time as it was said ("2025", "2025-05", "2025-05-17"); None where it tells no date."""
    bounds = _bounds(said)
    return bounds[0] if bounds else None


def last(said: str | None, asserted: dt.datetime) -> dt.datetime | None:
    """The first moment after a time as it was said; "past" is over by the moment when that was said.

    None where it tells no date, or one after which the calendar has none.
    """
    if said == PAST:
        return asserted
    bounds = _bounds(said)
    return bounds[1] if bounds else None


def _bounds(said: str | None) -> tuple[dt.datetime, dt.datetime | None] | None:
    """First moment and the first one after; what is no date of the calendar tells none, since models write anything."""
    found = _SAID.fullmatch(said or "")
    if not found:
        return None
    try:
        return _moment(found[0]) if "T" in found[0] else _stretch(int(found[1]), int(found[2] or 0), int(found[3] or 0))
    except (ValueError, OverflowError):
        return None


def _moment(said: str) -> tuple[dt.datetime, dt.datetime]:
    at = dt.datetime.fromisoformat(said)
    at = (at if at.tzinfo else at.replace(tzinfo=dt.UTC)).astimezone(dt.UTC)
    return at, at


def _stretch(year: int, month: int, day: int) -> tuple[dt.datetime, dt.datetime | None]:
    start = dt.datetime(year, month or 1, day or 1, tzinfo=dt.UTC)
    days = 1 if day else calendar.monthrange(year, month)[1] if month else 365 + calendar.isleap(year)
    try:
        return start, start + dt.timedelta(days=days)
    except OverflowError:
        return start, None
