"""The schedule of consolidation as a function of the clock and the last runs."""

from __future__ import annotations

import datetime as dt
import zoneinfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.consolidation.schedule import is_deep_due, is_quick_due, last_occurrence, next_occurrence
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
def test_a_quick_run_is_due_once_per_quiet_period(
    silence: dt.timedelta | None, slept_ago: dt.timedelta | None, due: bool
) -> None:
    last_event = None if silence is None else T0 - silence
    last_run = None if slept_ago is None else T0 - slept_ago
    assert is_quick_due(T0, last_event, last_run, QUIET) is due


@pytest.mark.parametrize(
    ("now", "last_run", "is_starting", "due"),
    [
        ("2026-03-02T09:00Z", None, False, True),
        ("2026-03-02T09:00Z", "2026-03-02T04:00Z", False, False),
        ("2026-03-03T03:59Z", "2026-03-02T04:00Z", False, False),
        ("2026-03-03T04:00Z", "2026-03-02T04:00Z", False, True),
        ("2026-03-03T04:00Z", "2026-03-03T03:59Z", False, True),
        # A run that was missed is made up for.
        ("2026-03-03T11:00Z", "2026-03-02T12:00Z", False, True),
        # A worker that begins does not wait for the hour; one that is there does.
        ("2026-03-03T00:59Z", "2026-03-02T05:00Z", True, False),
        ("2026-03-03T01:00Z", "2026-03-02T05:00Z", True, True),
        ("2026-03-03T01:00Z", "2026-03-02T05:00Z", False, False),
    ],
)
def test_a_deep_run_is_due_at_its_scheduled_time(now: str, last_run: str | None, is_starting: bool, due: bool) -> None:
    moment = dt.datetime.fromisoformat
    last = None if last_run is None else moment(last_run)
    assert is_deep_due(moment(now), last, FOUR, dt.UTC, is_starting=is_starting) is due


def test_the_scheduled_time_follows_daylight_saving_time() -> None:
    winter, summer = dt.datetime(2026, 1, 15, 12, tzinfo=dt.UTC), dt.datetime(2026, 7, 15, 12, tzinfo=dt.UTC)
    assert last_occurrence(winter, FOUR, OSLO) == dt.datetime(2026, 1, 15, 3, tzinfo=dt.UTC)
    assert last_occurrence(summer, FOUR, OSLO) == dt.datetime(2026, 7, 15, 2, tzinfo=dt.UTC)
    assert next_occurrence(summer, FOUR, OSLO) == dt.datetime(2026, 7, 16, 2, tzinfo=dt.UTC)


@given(now=MOMENTS, hour=st.times(), zone=st.sampled_from([dt.UTC, OSLO, zoneinfo.ZoneInfo("America/New_York")]))
def test_the_scheduled_time_occurs_once_a_day(now: dt.datetime, hour: dt.time, zone: dt.tzinfo) -> None:
    last, following = last_occurrence(now, hour, zone), next_occurrence(now, hour, zone)
    assert last <= now < following
    assert hours(22) <= following - last <= hours(26)
    assert not is_deep_due(now, now, hour, zone)
    assert is_deep_due(following, now, hour, zone), "whenever it was last_run, the next hour is one to sleep"


@given(now=MOMENTS, silence=st.integers(0, 100_000), since=st.integers(1, 100_000))
def test_a_quick_run_is_not_due_after_a_later_run(now: dt.datetime, silence: int, since: int) -> None:
    last_event = now - seconds(silence)
    assert not is_quick_due(now, last_event, last_event + minutes(since), QUIET)
