"""Statements in the present that time overtakes."""

from __future__ import annotations

import datetime as dt

import pytest

from kg.knowledge.outdated_statements import date_statement, is_outdated, is_past_appointment, put_plan_in_past

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


@pytest.mark.parametrize(
    ("sentence", "planned", "past"),
    [
        ("Ann would like to open on 23 May 2025.", None, "Ann wanted to open on 23 May 2025."),
        ("Ann wants to launch on 20 May 2025.", None, "Ann wanted to launch on 20 May 2025."),
        ("Ann plans to see the dentist.", "2025-05-12", "Ann planned to see the dentist."),
        ("Ann and Bob plan to see Rome.", "2025-05-01", "Ann and Bob planned to see Rome."),
        ("Ann is flying to Oslo on 20 May 2025.", None, "Ann was flying to Oslo on 20 May 2025."),
        ("Ann is hoping to go to Portugal in May 2025.", None, "Ann was hoping to go to Portugal in May 2025."),
        ("Ann plans to visit Oslo on the weekend of 31 May 2025.", None, None),
        ("Ann plans to go to Portugal.", "2025-06-01", None),
        ("Ann wants to launch on 20 June 2025.", "2025-05-20", None),
        ("Ann wants to open a shop.", None, None),
        ("Ann does not want to open on 23 May 2025.", None, None),
        ("Ann said that Tom wants to open on 23 May 2025.", None, None),
        ("Ann has a dentist appointment on 20 May 2025.", None, None),
        ("Ann is hosting the meeting since 3 May 2024.", None, None),
    ],
)
def test_a_plan_whose_day_is_over_reads_in_the_past(sentence: str, planned: str | None, past: str | None) -> None:
    said = NOW - dt.timedelta(days=40)
    day = None if planned is None else dt.date.fromisoformat(planned)
    assert put_plan_in_past(sentence, day, said, NOW) == past
    assert put_plan_in_past(sentence, day, said, said) is None
