"""Dates of a clause: their values by tense, and their words in a sentence that is read later."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kg.extraction.clause_dates import find_clause_dates, format_date
from kg.extraction.clauses import split_clauses
from kg.extraction.dates import find_dates
from kg.language import bundled_pipeline

pytestmark = pytest.mark.timeout(120)
# A Tuesday.
AT = datetime(2024, 9, 24, 10, tzinfo=UTC)


def dates_of(text: str) -> list[tuple[str, str]]:
    [doc] = bundled_pipeline().parse([text])
    dates = find_dates(text, AT)
    return [(each.value, each.words) for clause in split_clauses(doc) for each in find_clause_dates(clause, dates)]


@pytest.mark.parametrize(
    ("value", "words"), [("2023", "in 2023"), ("2023-05", "in May 2023"), ("2023-05-07", "on 7 May 2023")]
)
def test_a_date_is_written_with_its_preposition(value: str, words: str) -> None:
    assert format_date(value) == words


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I sold the boat yesterday.", ("2024-09-23", "on 23 September 2024")),
        ("I will sell the boat tomorrow.", ("2024-09-25", "on 25 September 2024")),
        ("We met the builder on Friday.", ("2024-09-20", "on 20 September 2024")),
        ("We will meet the builder on Friday.", ("2024-09-27", "on 27 September 2024")),
        ("She opened a shop in March.", ("2024-03", "in March 2024")),
        ("She will open a shop in March.", ("2025-03", "in March 2025")),
        ("I have lived in Ghent since May 2020.", ("2020-05", "since May 2020")),
        ("We will have the flat from the 1st of March.", ("2025-03-01", "from 1 March 2025")),
        ("I will be gone by the end of March.", ("2025-03", "by the end of March 2025")),
        ("The workshop moved to 21 May.", ("2025-05-21", "to 21 May 2025")),
        ("He said that I can repeat the paper in March.", ("2025-03", "in March 2025")),
        ("The release was supposed to go out on 30 May.", ("2025-05-30", "on 30 May 2025")),
        ("I think that she left on Thursday.", ("2024-09-19", "on 19 September 2024")),
        ("I booked a table for two on Friday.", ("2024-09-27", "on 27 September 2024")),
        ("The teacher gave us until Friday.", ("2024-09-27", "until 27 September 2024")),
        ("I checked, and the drinks are on Friday.", ("2024-09-27", "on 27 September 2024")),
        ("I'm vegetarian since December.", ("2023-12", "since December 2023")),
        ("We stayed in Rome until Friday.", ("2024-09-20", "until 20 September 2024")),
        ("I've got an exam on Thursday.", ("2024-09-26", "on 26 September 2024")),
        ("The place flooded so the party moved to Sunday.", ("2024-09-29", "to 29 September 2024")),
        ("I have an exam on the 14th.", ("2024-10-14", "on 14 October 2024")),
        ("I lost the keys on the 14th.", ("2024-09-14", "on 14 September 2024")),
        ("We booked flights to Crete, leaving May 3rd.", ("2025-05-03", "on 3 May 2025")),
        ("We got tickets for 18 May.", ("2025-05-18", "18 May 2025")),
        ("Saskia can't do the 10th.", ("2024-10-10", "10 October 2024")),
    ],
)
def test_the_tense_decides_on_which_side_a_date_lies(text: str, expected: tuple[str, str]) -> None:
    assert dates_of(text) == [expected]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("My report is due on Friday.", "on 27 September 2024"),
        ("The form is due Friday.", "due on 27 September 2024"),
        ("My mum is free Saturday.", "on 28 September 2024"),
        ("The boiler broke down on Sunday.", "on 22 September 2024"),
        ("We drive down Saturday morning.", "on 28 September 2024"),
        ("Joop leaves Saturday.", "on 28 September 2024"),
        ("I have a test Friday.", "on 27 September 2024"),
        ("I can do Friday.", "27 September 2024"),
        ("Last year was hard.", "2023"),
        ("Last weekend our city held a parade.", "on the weekend of 21 September 2024"),
        ("Friday is my mum's party.", "27 September 2024"),
        ("My sister arrives late Friday.", "on 27 September 2024"),
        ("I am pregnant, due 19 March.", "due on 19 March 2025"),
        ("I have to hand in on 28 March.", "on 28 March 2025"),
        ("We sold the boat last summer.", "in the summer of 2024"),
        ("We met in the summer of 2019.", "in the summer of 2019"),
        ("We met last Christmas.", "at Christmas 2023"),
    ],
)
def test_a_day_that_says_when_has_a_preposition(text: str, words: str) -> None:
    assert [each for _, each in dates_of(text)] == [words]


def test_a_described_day_stays_as_it_is_written() -> None:
    assert dates_of("I had a busy Friday.") == []


def test_a_weekday_next_to_its_date_is_not_written_twice() -> None:
    found = dates_of("I will meet him on Thursday 17 October.")
    assert [words for _, words in found if words] == ["on 17 October 2024"]
    assert {value for value, words in found if words} == {"2024-10-17"}


def test_a_weekday_before_a_length_of_time_is_written() -> None:
    assert [words for _, words in dates_of("I'm away from Saturday for ten days.") if words] == [
        "from 28 September 2024"
    ]


def test_a_weekday_decides_between_two_years() -> None:
    # 4 March 2024 was a Monday.
    assert ("2024-03-04", "on 4 March 2024") in dates_of("I moved on Monday 4 March.")
    # 10 March 2025 will be one.
    assert ("2025-03-10", "to 10 March 2025") in dates_of("I moved my flight to Monday 10 March.")


@pytest.mark.parametrize(
    "text", ["I worked there for two years.", "I have visited Oslo twice in four years.", "I take Saturday 26 off."]
)
def test_lengths_of_time_and_weekdays_before_numbers_stay_as_written(text: str) -> None:
    assert dates_of(text) == []


@settings(max_examples=40, deadline=None)
@given(st.text(max_size=80))
def test_any_text_has_dates_within_its_clauses(text: str) -> None:
    [doc] = bundled_pipeline().parse([text])
    dates = find_dates(text, AT)
    for clause in split_clauses(doc):
        indices = {token.i for token in clause.tokens}
        for each in find_clause_dates(clause, dates):
            assert {each.first, each.last} <= indices
            assert each.first <= each.last


@given(st.dates(min_value=date(1000, 1, 1)))
def test_a_day_in_words_can_be_read_back(day: date) -> None:
    words = format_date(day.isoformat())
    number, month, year = words.removeprefix("on ").split()
    assert format_date(f"{year}-{day.month:02d}") == f"in {month} {year}"
    assert (int(number), int(year)) == (day.day, day.year)


@pytest.mark.parametrize(
    "text",
    [
        "I'm on nights Wednesday to Saturday.",
        "First Saturday is quiet.",
        "He asks every Sunday if I am well.",
        "The Saturday market has a stall.",
        "I have guests till the Wednesday.",
        "I'll take the Monday and Tuesday off.",
        "The chapel took our Friday for a tea.",
        "Friday week is the next visit.",
        "We open Tuesday and Friday.",
        "I have Pilates on Monday and on Thursday.",
        "I'm in two afternoons a week, mon and thurs.",
    ],
)
def test_a_weekday_that_is_no_day_in_particular_has_no_date(text: str) -> None:
    assert dates_of(text) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("My aunt comes from the 19th to the 2nd.", ["2024-10-19", "2024-11-02"]),
        ("We've booked the valley from the 7th to the 21st.", ["2024-09-07", "2024-09-21"]),
        ("We leave from the 30th to the 31st.", ["2024-09-30", "2024-10-31"]),
        ("Tom will be here from Saturday to Wednesday.", ["2024-09-28", "2024-10-02"]),
        ("My father was here from Friday until yesterday.", ["2024-09-20", "2024-09-23"]),
        ("I fly to Oslo on Tuesday and Friday I'm back.", ["2024-10-01", "2024-09-27"]),
        ("The fair is on Friday and Saturday.", ["2024-09-27", "2024-09-28"]),
        ("The meeting moved from Wednesday to Friday.", ["2024-09-18", "2024-09-27"]),
        ("I'll be away on Saturday morning.", ["2024-09-28"]),
        (
            "Tom starts on Tuesday the 1st of October and flies on Friday the 27th of September.",
            ["2024-10-01", "2024-09-27"],
        ),
    ],
)
def test_ranges_and_days_with_their_dates(text: str, expected: list[str]) -> None:
    assert [value for value, _ in dates_of(text)] == expected
