"""The time axis: its range, and the dates on it."""

from __future__ import annotations

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.visualize.time_axis import choose_ticks, time_range
from tests.support import T0, days

MOMENTS = st.datetimes(dt.datetime(1950, 1, 1), dt.datetime(2100, 1, 1), timezones=st.just(dt.UTC))


@given(st.lists(MOMENTS, max_size=5), MOMENTS)
def test_the_range_holds_all_moments_and_a_few_dates(moments: list[dt.datetime], now: dt.datetime) -> None:
    first, last = time_range(moments, now)
    assert all(first <= moment <= last for moment in moments)
    assert last > first
    ticks, form = choose_ticks(first, last)
    assert len(ticks) <= 8
    assert all(first <= tick <= last for tick in ticks)
    assert ticks == sorted(set(ticks))
    assert all(f"{tick:{form}}" for tick in ticks)


@pytest.mark.parametrize(("until_now", "ends_now"), [(1, True), (900, False)])
def test_the_range_ends_now_unless_that_is_long_after(until_now: float, ends_now: bool) -> None:
    now = T0 + days(100 + until_now)
    assert (time_range([T0, T0 + days(100)], now)[1] == now) == ends_now


def test_the_axis_reaches_the_end_of_the_calendar() -> None:
    last = dt.datetime(9999, 12, 31, 23, 59, 59, tzinfo=dt.UTC)
    ticks, _ = choose_ticks(dt.datetime(2026, 3, 2, tzinfo=dt.UTC), last)
    assert ticks[-1] <= last
