"""Questions for a period."""

from __future__ import annotations

import datetime as dt

import pytest

from kg.retrieval import AskedPeriod

# A Monday.
NOW = dt.datetime(2026, 10, 5, 7, 45, tzinfo=dt.UTC)


def parse(text: str, now: dt.datetime = NOW) -> tuple[str, str, bool] | None:
    """Return the first and the last day."""
    period = AskedPeriod.parse(text, now)
    if period is None:
        return None
    last = period.end - dt.timedelta(days=1)
    return f"{period.start:%d %b}", f"{last:%d %b}", period.is_planned


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("what's new since Thursday?", "01 Oct", "05 Oct"),
        ("what did I do yesterday?", "04 Oct", "04 Oct"),
        ("What happened on Friday?", "02 Oct", "02 Oct"),
        ("what happened last week?", "28 Sep", "04 Oct"),
        ("what's new since last week?", "28 Sep", "05 Oct"),
        ("what did we talk about last weekend?", "03 Oct", "04 Oct"),
        ("catch me up on the past few days", "01 Oct", "05 Oct"),
        ("anything new lately?", "28 Sep", "05 Oct"),
        ("what did Marco say today?", "05 Oct", "05 Oct"),
        ("what happened in september?", "01 Sep", "30 Sep"),
    ],
)
def test_questions_for_what_was_said(text: str, first: str, last: str) -> None:
    assert parse(text) == (first, last, False)


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("what's on this week?", "05 Oct", "11 Oct"),
        ("what’s on tomorrow?", "06 Oct", "06 Oct"),
        ("what's planned for october?", "05 Oct", "31 Oct"),
        ("any plans for next month?", "01 Nov", "30 Nov"),
        ("what do I have on the 14th?", "14 Oct", "14 Oct"),
        ("do I have anything this weekend?", "10 Oct", "11 Oct"),
        ("what do I have to do by Friday?", "05 Oct", "09 Oct"),
        ("what's on in the next 3 days?", "05 Oct", "08 Oct"),
        ("what's on next weekend?", "17 Oct", "18 Oct"),
    ],
)
def test_questions_for_what_is_planned(text: str, first: str, last: str) -> None:
    assert parse(text) == (first, last, True)


@pytest.mark.parametrize(
    "text",
    [
        "what's new?", "what did I buy yesterday?", "see you tomorrow", "what should I cook tonight?", "What day is it today?",
        "when is the dentist this week?", "I did nothing yesterday", "what time is dinner tomorrow?", "what happened in 2019?",
        "what's the date today?", "what happened to the van we bought last month?",
    ],
)  # fmt: skip
def test_other_messages_ask_for_no_period(text: str) -> None:
    assert parse(text) is None


def test_on_a_sunday_this_week_is_also_the_next_one() -> None:
    assert parse("what's on this week?", NOW - dt.timedelta(days=1)) == ("04 Oct", "11 Oct", True)


def test_names_narrow_a_period() -> None:
    period = AskedPeriod.parse("what did Marco do yesterday?", NOW)
    assert period is not None
    assert period.names == {"marco"}


def test_a_month_is_in_a_long_period() -> None:
    month = AskedPeriod(dt.date(2026, 10, 5), dt.date(2026, 11, 1), is_planned=True)
    assert month.contains("2026-10")
    assert month.contains("2026-10-31T10:00")
    assert not month.contains("2026-11")
    assert not AskedPeriod(dt.date(2026, 10, 12), dt.date(2026, 10, 19), is_planned=True).contains("2026-10")
