"""Values that the driver returns: times become aware datetimes in UTC."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from neo4j.time import DateTime

from kg.graph.driver_values import as_datetime, to_milliseconds


def test_times_are_read_as_they_were_written(look: Callable[..., list[Any]]) -> None:
    at = dt.datetime(1969, 12, 31, 23, 59, 59, 123456, tzinfo=dt.timezone(dt.timedelta(hours=5, minutes=30)))
    [row] = look("RETURN $at AS at", at=at)
    assert as_datetime(row["at"]) == at
    assert as_datetime(row["at"]).tzinfo is dt.UTC
    assert as_datetime(at) == at
    assert as_datetime(None) is None


ZONES = st.timezones() | st.just(dt.UTC)


@pytest.mark.slow
@given(st.datetimes(dt.datetime(2, 1, 1), dt.datetime(9998, 12, 31), timezones=ZONES, allow_imaginary=False))
def test_times_of_the_driver_and_microseconds_give_the_same_moment(at: dt.datetime) -> None:
    microseconds = (at.astimezone(dt.UTC) - dt.datetime(1970, 1, 1, tzinfo=dt.UTC)) // dt.timedelta(microseconds=1)
    for value in (at, DateTime.from_native(at.astimezone(dt.UTC)), microseconds):
        found = as_datetime(value)
        # Python finds a local time that occurs twice unequal to any time of another zone.
        assert found == at.astimezone(dt.UTC)
        assert found is not None
        assert found.tzinfo is dt.UTC


def test_the_epoch_is_a_time_and_null_is_none() -> None:
    assert as_datetime(0) == dt.datetime(1970, 1, 1, tzinfo=dt.UTC)
    assert as_datetime(-1) == dt.datetime(1969, 12, 31, 23, 59, 59, 999999, tzinfo=dt.UTC)
    assert as_datetime(None) is None


def test_milliseconds_count_from_the_epoch_in_utc() -> None:
    at = dt.datetime(1970, 1, 1, 1, 0, 0, 1999, tzinfo=dt.timezone(dt.timedelta(hours=1)))
    assert to_milliseconds(at) == 1
    assert to_milliseconds(dt.datetime(1969, 12, 31, 23, 59, 59, 999999, tzinfo=dt.UTC)) == -1
