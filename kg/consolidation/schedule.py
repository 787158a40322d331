"""Scheduling of consolidation: pure functions of the clock, the last event and the last runs."""

from __future__ import annotations

import datetime as dt
import zoneinfo

STARTUP_OVERDUE = dt.timedelta(hours=20)
"""A starting worker runs deep consolidation at once if the last deep run is at least this long ago."""
_DAY = dt.timedelta(days=1)


def is_quick_due(
    now: dt.datetime, last_event: dt.datetime | None, last_run: dt.datetime | None, quiet: dt.timedelta
) -> bool:
    """Whether a quick run is due: no event for a while, and no run since the last event.

    Args:
        now: the current time.
        last_event: time of the last event; None: there is none.
        last_run: start of the newest run, quick or deep; None: there is none.
        quiet: required time without events.
    """
    return last_event is not None and now - last_event >= quiet and (last_run is None or last_run <= last_event)


def is_deep_due(
    now: dt.datetime, last_run: dt.datetime | None, hour: dt.time, zone: dt.tzinfo, *, is_starting: bool = False
) -> bool:
    """Whether a deep run is due: there was none, or the scheduled time has passed since; a missed run is made up for.

    Args:
        now: the current time.
        last_run: start of the last deep run; None: there is none.
        hour: the scheduled time of day.
        zone: the time zone of `hour`.
        is_starting: whether the caller has just started; then 20 hours since the last run suffice. A long-running caller waits
            for the scheduled time, or its runs would drift into the middle of the day.
    """
    if last_run is None:
        return True
    return last_run < last_occurrence(now, hour, zone) or (is_starting and now - last_run >= STARTUP_OVERDUE)


def last_occurrence(now: dt.datetime, hour: dt.time, zone: dt.tzinfo) -> dt.datetime:
    """Return the last time, up to now, with this time of day in the zone; in UTC."""
    today = now.astimezone(zone).date()
    came = _moment(today, hour, zone)
    return came if came <= now else _moment(today - _DAY, hour, zone)


def next_occurrence(now: dt.datetime, hour: dt.time, zone: dt.tzinfo) -> dt.datetime:
    """Return the next time, after now, with this time of day in the zone; in UTC."""
    today = now.astimezone(zone).date()
    comes = _moment(today, hour, zone)
    return comes if comes > now else _moment(today + _DAY, hour, zone)


def parse_time_of_day(text: str) -> dt.time:
    """Return the time of day of a text such as `04:00`."""
    return dt.time.fromisoformat(text)


def load_time_zone(name: str) -> zoneinfo.ZoneInfo:
    """Return a time zone of the IANA database."""
    return zoneinfo.ZoneInfo(name)


def _moment(day: dt.date, hour: dt.time, zone: dt.tzinfo) -> dt.datetime:
    return dt.datetime.combine(day, hour, zone).astimezone(dt.UTC)
