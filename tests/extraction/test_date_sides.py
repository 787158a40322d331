"""Sides of dates: whether a clause means the last or the next date that fits."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.extraction.clause_dates import find_clause_dates
from kg.extraction.clauses import split_clauses
from kg.extraction.date_sides import choose_date, is_past, put_in_month, word_before
from kg.extraction.dates import find_dates
from kg.language import bundled_pipeline

pytestmark = pytest.mark.timeout(120)
# A Sunday.
AT = datetime(2026, 10, 4, 10, tzinfo=UTC)
PIECES = [
    "I ",
    "left ",
    "leave ",
    "on ",
    "Friday ",
    "since ",
    "the 9th ",
    "in May ",
    "for September ",
    "to ",
    "call ",
    "and ",
    ". ",
]


def dates_of(text: str) -> list[str]:
    [doc] = bundled_pipeline().parse([text])
    dates = find_dates(text, AT)
    return [each.value for clause in split_clauses(doc) for each in find_clause_dates(clause, dates)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The electric is 84.12 for September.", ["2026-09"]),
        ("I have no diesel receipt for September.", ["2026-09"]),
        ("I'm still ashamed about September.", ["2026-09"]),
        # Longer ago, with "in", arranged, or with "will".
        ("I have no diesel receipt for July.", ["2027-07"]),
        ("My sister has an exam in September.", ["2027-09"]),
        ("I booked the van for September.", ["2027-09"]),
        ("The rent will be higher for September.", ["2027-09"]),
    ],
)
def test_a_month_that_just_ended(text: str, expected: list[str]) -> None:
    assert dates_of(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("We leave on 15 December, and the wedding is on the 19th.", ["2026-12-15", "2026-12-19"]),
        ("We left on 15 July, and the wedding is on the 19th.", ["2026-07-15", "2026-10-19"]),
        ("We leave on 15 November, and the test is on the 31st.", ["2026-11-15", "2026-10-31"]),
        ("The wedding is on the 19th.", ["2026-10-19"]),
    ],
)
def test_a_day_of_the_month_of_the_date_before_it(text: str, expected: list[str]) -> None:
    assert dates_of(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I've been happy since his call on Thursday.", "2026-10-01"),
        ("Paulette came to fetch the dog on Thursday.", "2026-10-01"),
        ("I had to fly to Rome on Thursday.", "2026-10-01"),
        ("I decided to fly to Rome on Thursday.", "2026-10-08"),
        ("Tom has told us he's retiring in March.", "2027-03"),
        ("The survey got pulled forward to 24 November.", "2026-11-24"),
        ("I asked for days from February.", "2027-02"),
        ("We hired a nanny for the twins in January.", "2026-01"),
        ("I bought shoes for the kids on Thursday.", "2026-10-01"),
        ("We got tickets for the show on Thursday.", "2026-10-08"),
        ("We booked the vet for Rex on Thursday.", "2026-10-08"),
        ("I tried to call the bank on Thursday.", "2026-10-01"),
        ("I had to help Tom move on Thursday.", "2026-10-01"),
        ("I quit in January.", "2026-01"),
    ],
)
def test_the_side_follows_from_the_verb(text: str, expected: str) -> None:
    assert dates_of(text) == [expected]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I ordered 120 buns for the 30th.", "2026-10-30"),
        ("I paid the deposit for the 30th.", "2026-10-30"),
        ("We baked a cake for Friday.", "2026-10-09"),
        ("I told Jean about the 30th.", "2026-10-30"),
        ("I reminded Jean about Friday.", "2026-10-09"),
        # What is done after its day, or on it.
        ("I thanked Jean for the 30th.", "2026-09-30"),
        ("I filled in the timesheet for the 30th.", "2026-09-30"),
        ("We stayed in Rome for the 30th.", "2026-09-30"),
        ("I got paid 300 euros for the 30th.", "2026-09-30"),
        ("He charged me a fee for the 30th.", "2026-09-30"),
        ("I told Jean about Friday.", "2026-10-02"),
        ("I ordered 120 buns on the 30th.", "2026-09-30"),
    ],
)
def test_what_is_done_for_a_day_is_done_before_it(text: str, expected: str) -> None:
    assert dates_of(text) == [expected]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("booked 22 dec 4pm", "2026-12-22"),
        ("got the hotel, 22-27 dec", "2026-12-22"),
        ("I promised Lena a draft by the 2nd", "2026-11-02"),
        ("the class moved, now on the 2nd", "2026-11-02"),
        # Lately, or in a year that is named.
        ("I booked the band for 12 September and they never came", "2026-09-12"),
        ("booked a flight last year for 22 Dec", "2025-12-22"),
        ("got the hotel in 2024 for 22 dec", "2024-12-22"),
        ("parcel got delayed to friday", "2026-10-09"),
        # Of other things, and on a day, it was in the past.
        ("got the keys, 12 december", "2025-12-12"),
        ("booked on 22 dec", "2025-12-22"),
        ("I finished the draft by the 2nd", "2026-10-02"),
    ],
)
def test_what_is_booked_or_promised_lies_ahead(text: str, expected: str) -> None:
    assert expected in dates_of(text)
    assert set(dates_of(text)) <= {expected, "2025", "2024"}


@given(st.lists(st.sampled_from(PIECES), max_size=14).map("".join) | st.text(max_size=60))
def test_a_date_is_one_that_fits(text: str) -> None:
    [doc] = bundled_pipeline().parse([text])
    dates = find_dates(text, AT)
    for clause in split_clauses(doc):
        for mention in dates:
            words = [token for token in clause.tokens if mention.start <= token.idx < mention.end]
            if words:
                assert is_past(clause, words) in {True, False}
                assert word_before(words[0]) == word_before(words[0]).lower()
                assert choose_date(clause, mention, words, dates) >= mention.past


def test_days_without_a_month_are_put_in_one() -> None:
    text = "from the 5th to the 31st, on Monday, or on 7 May"
    dates = put_in_month(find_dates(text, AT), "2026-11", text)
    assert [each.future for each in dates] == ["2026-11-05", "2026-10-31", "2026-10-05", "2027-05-07"]
