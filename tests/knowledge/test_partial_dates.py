"""Partial dates: the interval that each means, and None for anything that is not a date."""

from __future__ import annotations

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.knowledge.partial_dates import PAST, parse_date_end, parse_date_start
from tests.support import T0


def utc(*parts: int) -> dt.datetime:
    return dt.datetime(*parts, tzinfo=dt.UTC)  # type: ignore[arg-type, misc]


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("2025", utc(2025, 1, 1), utc(2026, 1, 1)),
        ("2024", utc(2024, 1, 1), utc(2025, 1, 1)),
        ("1900", utc(1900, 1, 1), utc(1901, 1, 1)),
        ("2025-05", utc(2025, 5, 1), utc(2025, 6, 1)),
        ("2024-02", utc(2024, 2, 1), utc(2024, 3, 1)),
        ("2025-02", utc(2025, 2, 1), utc(2025, 3, 1)),
        ("2025-12", utc(2025, 12, 1), utc(2026, 1, 1)),
        ("2025-05-17", utc(2025, 5, 17), utc(2025, 5, 18)),
        ("2024-02-29", utc(2024, 2, 29), utc(2024, 3, 1)),
        ("2025-12-31", utc(2025, 12, 31), utc(2026, 1, 1)),
        ("2025-05-17T10:30:00", utc(2025, 5, 17, 10, 30), utc(2025, 5, 17, 10, 30)),
        ("2025-05-17T10:30:00+02:00", utc(2025, 5, 17, 8, 30), utc(2025, 5, 17, 8, 30)),
        ("9999", utc(9999, 1, 1), None),
        ("9999-12-31", utc(9999, 12, 31), None),
        (None, None, None),
        ("", None, None),
        ("2025-02-29", None, None),
        ("2025-13", None, None),
        ("0000", None, None),
        ("25-05", None, None),
        ("2025-5", None, None),
        ("May 2025", None, None),
        ("2025-05-17Tea time", None, None),
        ("0001-01-01T00:00:00+14:00", None, None),
        ("٢٠٢٥", None, None),
    ],
)
def test_a_partial_date_means_an_interval(text: str | None, start: dt.datetime | None, end: dt.datetime | None) -> None:
    assert parse_date_start(text) == start
    assert parse_date_end(text, T0) == end


def test_past_ends_at_the_assertion_and_has_no_start() -> None:
    assert parse_date_end(PAST, T0) == T0
    assert parse_date_start(PAST) is None


@given(st.text() | st.from_regex(r"\d{4}(-\d\d(-\d\d(T.*)?)?)?", fullmatch=True))
def test_any_text_means_an_interval_or_nothing(text: str) -> None:
    start, end = parse_date_start(text), parse_date_end(text, T0)
    assert start is None or start.utcoffset() == dt.timedelta(0)
    assert start is None or end is None or start <= end


@given(st.dates(dt.date(1, 1, 1), dt.date(9998, 12, 31)))
def test_a_day_is_within_its_month_and_the_month_within_its_year(day: dt.date) -> None:
    text = day.isoformat()
    starts = [parse_date_start(text[:length]) for length in (4, 7, 10)]
    ends = [parse_date_end(text[:length], T0) for length in (10, 7, 4)]
    assert starts == sorted(starts)  # type: ignore[type-var]
    assert ends == sorted(ends)  # type: ignore[type-var]
