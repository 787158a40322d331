"""Statements in the present that time overtakes."""

from __future__ import annotations

import datetime as dt

import pytest

from kg.knowledge.outdated_statements import date_statement, is_outdated, is_past_appointment

NOW = dt.datetime(2025, 6, 1, tzinfo=dt.UTC)


@pytest.mark.parametrize(
    ("sentence", "outdated"),
    [
        ("Ann starts on 3 May 2025.", True),
        ("Ann is flying to Oslo on 20 May 2025.", True),
        ("Ann still has a test on 20 May 2025.", True),
        ("Ann was in Oslo on 3 May 2025.", False),
        ("Ann starts on 3 July 2025.", False),
        ("Ann starts on 31 February 2025.", False),
        ("Ann has a boat.", False),
    ],
)
def test_what_was_to_come_is_outdated_once_its_dates_are_past(sentence: str, *, outdated: bool) -> None:
    assert is_outdated(sentence, "Ann", NOW) is outdated


def test_a_statement_in_the_present_gets_its_day() -> None:
    assert date_statement("Ann has a cold.", "Ann", NOW) == "Ann has a cold (as of 1 June 2025)."
    assert date_statement("Ann sold the boat.", "Ann", NOW) == "Ann sold the boat."


def test_a_day_near_a_message_is_past_after_four_weeks() -> None:
    at = NOW - dt.timedelta(days=40)
    assert is_past_appointment("The man comes on Thursday.", NOW - at)
    assert not is_past_appointment("The man comes on Thursday.", dt.timedelta())
    assert not is_past_appointment("I keep bees.", NOW - at)
