"""Write ISO dates in words."""

from __future__ import annotations

import calendar
import datetime as dt

_DAY_CHARS = len("2026-03-12")


def format_partial_date(value: str) -> str:
    """Return an ISO date in words, only as precise as it is: "12 March 2026", "March 2026", "2026".

    A time of the day follows its date: "12 March 2026, 14:30 UTC".

    Raises:
        ValueError: no ISO date.
    """
    year, *rest = value.split("-", 2)
    if not rest:
        return str(dt.date(int(year), 1, 1).year)
    if len(rest) == 1:
        month = dt.date(int(year), int(rest[0]), 1)
        return f"{calendar.month_name[month.month]} {month.year}"
    moment = dt.datetime.fromisoformat(value)
    day = f"{moment.day} {calendar.month_name[moment.month]} {moment.year}"
    if len(value) == _DAY_CHARS:
        return day
    moment = moment if moment.tzinfo is None else moment.astimezone(dt.UTC)
    return f"{moment.day} {calendar.month_name[moment.month]} {moment.year}, {moment:%H:%M} UTC"
