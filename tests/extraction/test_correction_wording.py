"""Sentences that are a correction and nothing else."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.extraction.correction_wording import blank_restart, denies_other_value, read_correction

# A Monday.
AT = datetime(2026, 3, 2, 9, tzinfo=UTC)
PIECES = [
    "sorry ",
    "no ",
    "wait, ",
    "make it ",
    "Friday",
    "5",
    "half 7",
    " not ",
    "it's ",
    ", ",
    ". ",
    "actually ",
    "x" * 9,
]


@pytest.mark.parametrize(
    "text",
    [
        "sorry, Friday",
        "Sorry, I meant Friday.",
        "Correction: it's Friday.",
        "no wait, at 5",
        "half 6 sorry not 7",
        "make that 13 May",
        "*7.45",
        "3 actually",
        "sry 1510, fat fingers",
        "They've moved it to Thursday, same slot and room.",
        "Let me correct that. It is 10 mg; the box holds 20 tablets.",
        "scrap that, the text says the 12th",
        "Typo above: Porto, not Lisbon. Dates are right.",
        "s/Oslo/Bergen",
    ],
)
def test_corrections_are_certain(text: str) -> None:
    found = read_correction(text, AT)
    assert found is not None
    assert found.is_certain


@pytest.mark.parametrize(
    ("text", "is_confirming", "is_bare"),
    [("You're right, it is the 18th.", True, False), ("its the 18th", False, False), ("4417", False, True)],
)
def test_other_sentences_may_correct(text: str, is_confirming: bool, is_bare: bool) -> None:
    found = read_correction(text, AT)
    assert found is not None
    assert (found.is_certain, found.is_confirming, found.is_bare) == (False, is_confirming, is_bare)


@pytest.mark.parametrize(
    "text",
    [
        "sorry, Friday doesn't work",
        "actually 3 of us are ill, kids and me",
        "wait, it's already 6",
        "ok it's the 2nd, loads of time",
        "wait its monday",
        "and another on Friday, same place",
        "make it twenty haha",
        "The centre had no power. They moved it to 7 December.",
        "4417. I am tired.",
        "sorry",
        "",
    ],
)
def test_other_sentences_correct_nothing(text: str) -> None:
    assert read_correction(text, AT) is None


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("We meet on Monday, no wait, Tuesday at 5.", "We meet Tuesday at 5."),
        ("the run is on the 22nd of march, no I lie, the 29th", "the run is the 29th"),
        ("I have 3, no wait, 4 cats", "I have 4 cats"),
        ("in May I paid 138, no, 183, all in all", "in May I paid 183, all in all"),
        ("I can't cook. Dinner at 7, sorry, half 7", "I can't cook. Dinner at half 7"),
        ("Dinner at 7, sorry, half 7", "Dinner at half 7"),
        ("The interview is on Tuesday. Wait no, Wednesday", "The interview is Wednesday"),
        ("I'm meeting Kim on Friday. Actually, no, Saturday", "I'm meeting Kim Saturday"),
        ("we need 6, actually no, 8", "we need 8"),
    ],
)
def test_a_withdrawn_value_is_blank(text: str, kept: str) -> None:
    found = blank_restart(text)
    assert (len(found), " ".join(found.split())) == (len(text), kept)


@pytest.mark.parametrize(
    "text",
    [
        "My shifts: Monday no, Tuesday 9-5",
        "Friday no, Monday yes",
        "Our house is number 12. No 14 is my sister's.",
        "I teach on Thursday, sorry. Friday I swim with my sister.",
        "I don't work on Friday, no. Saturday I work in a bakery.",
        "I teach on Monday... no Tuesday class this term.",
        "We paid 40. I mean 50 people came.",
        "I can't do Friday, sorry, Saturday for me",
        "It's not Monday, I mean Tuesday",
        "I scored 5 - wait, 6 people were there",
        "Monday or Tuesday",
        "I work on Monday. Actually, no, I don't. Tuesday is free.",
        "We meet on Monday. No, Tuesday is taken.",
    ],
)
def test_what_is_not_withdrawn_stays(text: str) -> None:
    assert blank_restart(text) == text


@given(st.text(max_size=160) | st.lists(st.sampled_from(PIECES), max_size=14).map("".join))
def test_offsets_lie_within_any_text(text: str) -> None:
    found = read_correction(text, AT)
    assert found is None or 0 <= found.start < found.end <= len(text)


def test_a_number_that_is_denied_is_in_the_text_to_correct() -> None:
    assert denies_other_value("now its 75 people. so 380 instead of 320", "now its 75 people.", AT)
    assert not denies_other_value("380 instead of 320", "the rent is 320 euros", AT)
    assert not denies_other_value("sorry, 75", "we are 60 people", AT)
    assert not denies_other_value("sorry, Friday, not Monday", "we meet on Tuesday", AT)
