"""When to sleep: pure functions of the clock, of when somebody spoke last, and of when the memory slept last."""

from __future__ import annotations

import datetime as dt
import zoneinfo

OVERDUE = dt.timedelta(hours=20)
"""A worker that begins does not wait for the hour where the last deep sleep is that long ago."""
_DAY = dt.timedelta(days=1)


def quick_due(now: dt.datetime, heard: dt.datetime | None, slept: dt.datetime | None, quiet: dt.timedelta) -> bool:
    """Whether a quick sleep is due: nobody has spoken for a while, and it was not slept since; once per quiet period.

    Args:
        now: the present.
        heard: when somebody spoke last; None: never.
        slept: when the newest sleep began, quick or deep; None: never.
        quiet: how long nobody must have spoken.
    """
    return heard is not None and now - heard >= quiet and (slept is None or slept <= heard)


def deep_due(
    now: dt.datetime, slept: dt.datetime | None, hour: dt.time, zone: dt.tzinfo, *, beginning: bool = False
) -> bool:
    """Whether a deep sleep is due: it was never slept, or the hour has come since; what was missed is caught up with.

    Args:
        now: the present.
        slept: when the last deep sleep began; None: never.
        hour: the time of day.
        zone: whose clock tells it.
        beginning: whether who asks has just begun to: then 20 hours are enough. Who is always there would sleep every 20 hours
            if they always were, which soon is in the middle of the day.
    """
    if slept is None:
        return True
    return slept < last_hour(now, hour, zone) or (beginning and now - slept >= OVERDUE)


def last_hour(now: dt.datetime, hour: dt.time, zone: dt.tzinfo) -> dt.datetime:
    """The last time, up to now, that it was this time of day there; in UTC."""
    today = now.astimezone(zone).date()
    came = _moment(today, hour, zone)
    return came if came <= now else _moment(today - _DAY, hour, zone)


def next_hour(now: dt.datetime, hour: dt.time, zone: dt.tzinfo) -> dt.datetime:
    """The next time, after now, that it will be this time of day there; in UTC."""
    today = now.astimezone(zone).date()
    comes = _moment(today, hour, zone)
    return comes if comes > now else _moment(today + _DAY, hour, zone)


def hour_of(text: str) -> dt.time:
    """A time of day, from `04:00`."""
    return dt.time.fromisoformat(text)


def zone_of(name: str) -> zoneinfo.ZoneInfo:
    """A time zone of the IANA database."""
    return zoneinfo.ZoneInfo(name)


def _moment(day: dt.date, hour: dt.time, zone: dt.tzinfo) -> dt.datetime:
    return dt.datetime.combine(day, hour, zone).astimezone(dt.UTC)
