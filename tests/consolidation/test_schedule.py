"""When to sleep: a function of the clock and of what was, and nothing else."""

from __future__ import annotations

import datetime as dt
import zoneinfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.consolidation.schedule import deep_due, last_hour, next_hour, quick_due
from tests.support import T0, minutes, seconds

QUIET = dt.timedelta(seconds=300)
FOUR = dt.time(4)
OSLO = zoneinfo.ZoneInfo("Europe/Oslo")
MOMENTS = st.datetimes(dt.datetime(2020, 1, 1), dt.datetime(2035, 1, 1)).map(lambda at: at.replace(tzinfo=dt.UTC))


def hours(count: float) -> dt.timedelta:
    return dt.timedelta(hours=count)


@pytest.mark.parametrize(
    ("silence", "slept_ago", "due"),
    [
        (None, None, False),
        (seconds(0), None, False),
        (seconds(299), None, False),
        (seconds(300), None, True),
        (hours(9), None, True),
        (seconds(300), hours(1), True),
        (hours(2), hours(1), False),
        (hours(2), hours(2), True),
        (seconds(299), hours(1), False),
    ],
)
def test_a_quick_sleep_is_due_once_in_a_quiet_period(
    silence: dt.timedelta | None, slept_ago: dt.timedelta | None, due: bool
) -> None:
    heard = None if silence is None else T0 - silence
    slept = None if slept_ago is None else T0 - slept_ago
    assert quick_due(T0, heard, slept, QUIET) is due


@pytest.mark.parametrize(
    ("now", "slept", "beginning", "due"),
    [
        ("2026-03-02T09:00Z", None, False, True),
        ("2026-03-02T09:00Z", "2026-03-02T04:00Z", False, False),
        ("2026-03-03T03:59Z", "2026-03-02T04:00Z", False, False),
        ("2026-03-03T04:00Z", "2026-03-02T04:00Z", False, True),
        ("2026-03-03T04:00Z", "2026-03-03T03:59Z", False, True),
        # What was missed while nobody was there is caught up with.
        ("2026-03-03T11:00Z", "2026-03-02T12:00Z", False, True),
        # A worker that begins does not wait for the hour; one that is there does.
        ("2026-03-03T00:59Z", "2026-03-02T05:00Z", True, False),
        ("2026-03-03T01:00Z", "2026-03-02T05:00Z", True, True),
        ("2026-03-03T01:00Z", "2026-03-02T05:00Z", False, False),
    ],
)
def test_a_deep_sleep_is_due_at_its_hour(now: str, slept: str | None, beginning: bool, due: bool) -> None:
    moment = dt.datetime.fromisoformat
    last = None if slept is None else moment(slept)
    assert deep_due(moment(now), last, FOUR, dt.UTC, beginning=beginning) is due


def test_the_hour_is_the_owners_whatever_the_season() -> None:
    winter, summer = dt.datetime(2026, 1, 15, 12, tzinfo=dt.UTC), dt.datetime(2026, 7, 15, 12, tzinfo=dt.UTC)
    assert last_hour(winter, FOUR, OSLO) == dt.datetime(2026, 1, 15, 3, tzinfo=dt.UTC)
    assert last_hour(summer, FOUR, OSLO) == dt.datetime(2026, 7, 15, 2, tzinfo=dt.UTC)
    assert next_hour(summer, FOUR, OSLO) == dt.datetime(2026, 7, 16, 2, tzinfo=dt.UTC)


@given(now=MOMENTS, hour=st.times(), zone=st.sampled_from([dt.UTC, OSLO, zoneinfo.ZoneInfo("America/New_York")]))
def test_the_hour_comes_once_a_day(now: dt.datetime, hour: dt.time, zone: dt.tzinfo) -> None:
    last, following = last_hour(now, hour, zone), next_hour(now, hour, zone)
    assert last <= now < following
    assert hours(22) <= following - last <= hours(26)
    assert not deep_due(now, now, hour, zone)
    assert deep_due(following, now, hour, zone), "whenever it was slept, the next hour is one to sleep"


@given(now=MOMENTS, silence=st.integers(0, 100_000), since=st.integers(1, 100_000))
def test_who_has_slept_since_does_not_sleep_again(now: dt.datetime, silence: int, since: int) -> None:
    heard = now - seconds(silence)
    assert not quick_due(now, heard, heard + minutes(since), QUIET)
