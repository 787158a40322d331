"""Parse dates that are only as precise as stated ("2025", "2025-05") into the interval that each means."""

from __future__ import annotations

import calendar
import datetime as dt
import re

PAST = "past"
"""The end of a fact that is over, at an unknown date."""
_PATTERN = re.compile(r"(\d{4})(?:-(\d{2})(?:-(\d{2})(?:T.*)?)?)?", re.ASCII)


def parse_date_start(text: str | None) -> dt.datetime | None:
    """Return the first moment of a stated date ("2025", "2025-05", "2025-05-17"); None where it is no date."""
    bounds = _parse_bounds(text)
    return bounds[0] if bounds else None


def parse_date_end(text: str | None, asserted: dt.datetime) -> dt.datetime | None:
    """Return the first moment after a stated date; "past" ends at the moment of the assertion.

    Returns None where the text is no date, or where the calendar has no later moment.
    """
    if text == PAST:
        return asserted
    bounds = _parse_bounds(text)
    return bounds[1] if bounds else None


def _parse_bounds(text: str | None) -> tuple[dt.datetime, dt.datetime | None] | None:
    """Return the first moment and the first one after.

    Returns None where the text is no date of the calendar, since language models write anything.
    """
    match = _PATTERN.fullmatch(text or "")
    if not match:
        return None
    try:
        return (
            _parse_moment(match[0])
            if "T" in match[0]
            else _calendar_interval(int(match[1]), int(match[2] or 0), int(match[3] or 0))
        )
    except (ValueError, OverflowError):
        return None


def _parse_moment(text: str) -> tuple[dt.datetime, dt.datetime]:
    at = dt.datetime.fromisoformat(text)
    at = (at if at.tzinfo else at.replace(tzinfo=dt.UTC)).astimezone(dt.UTC)
    return at, at


def _calendar_interval(year: int, month: int, day: int) -> tuple[dt.datetime, dt.datetime | None]:
    start = dt.datetime(year, month or 1, day or 1, tzinfo=dt.UTC)
    days = 1 if day else calendar.monthrange(year, month)[1] if month else 365 + calendar.isleap(year)
    try:
        return start, start + dt.timedelta(days=days)
    except OverflowError:
        return start, None
