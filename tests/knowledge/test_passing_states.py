"""States that pass without a word, and for how long they hold."""

from __future__ import annotations

import datetime as dt

import pytest

from kg.knowledge.passing_states import is_passed, passing_time
from tests.support import T0

HOURS, DAY, WEEKS = dt.timedelta(hours=6), dt.timedelta(hours=18), dt.timedelta(days=14)


@pytest.mark.parametrize(
    ("sentence", "time"),
    [
        ("Moira is on the train to Cork.", HOURS),
        ("Declan is running 15 minutes late.", HOURS),
        ("Moira is stuck in traffic on the M6.", HOURS),
        ("Moira's husband is at the airport.", HOURS),
        ("Moira is so tired.", HOURS),
        ("Declan is on his way.", HOURS),
        ("Moira is working from home.", DAY),
        ("Moira has a headache.", DAY),
        ("Marguerite has a cold.", WEEKS),
        ("Nora has a high temperature, keeping her home.", WEEKS),
        ("Finn has a stomach bug and a sore throat.", WEEKS),
        ("Moira is not well.", WEEKS),
        ("Moira's shins are killing Moira.", WEEKS),
    ],
)
def test_a_passing_state_has_the_time_that_fits_it(sentence: str, time: dt.timedelta) -> None:
    assert passing_time(sentence) == time
    assert not is_passed(sentence, T0, T0 + time)
    assert is_passed(sentence, T0, T0 + time + dt.timedelta(hours=1))


@pytest.mark.parametrize(
    "sentence",
    [
        "Moira works from home.",
        "Moira is working from home on Fridays.",
        "Moira is working from home these days.",
        "Moira is sick of the extension.",
        "Moira is tired of her job.",
        "Moira is on the board of the school.",
        "Finn has asthma.",
        "Finn has a cold sore.",
        "Tom has a chronic cough.",
        "Ann's mother is sick with cancer.",
        "Ann was on the train.",
        "Ann is at the airport on 3 May 2026.",
        "Ann said that Tom is late.",
        "Ann is usually late.",
        "Ann has two children.",
    ],
)
def test_other_statements_last(sentence: str) -> None:
    assert passing_time(sentence) is None
    assert not is_passed(sentence, T0, T0 + dt.timedelta(days=900))
