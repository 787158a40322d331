from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.extraction.dates import drop_repeated_weekdays, find_dates

# A Wednesday.
AT = datetime(2026, 3, 4, 10, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "kind", "past", "future"),
    [
        ("yesterday", "at", "2026-03-03", "2026-03-03"),
        ("two weeks ago on Sunday", "at", "2026-02-15", "2026-02-15"),
        ("three years ago in April", "at", "2023-04", "2023-04"),
        ("three days ago on Sunday", "at", "2026-03-01", "2026-03-01"),
        ("since January", "from", "2026-01", "2027-01"),
        ("in May 2024", "at", "2024-05", "2024-05"),
        ("by Friday", "to", "2026-02-27", "2026-03-06"),
        ("until 30 April", "to", "2025-04-30", "2026-04-30"),
        ("for ten years", "from", "2016", "2016"),
        ("two years ago", "at", "2024", "2024"),
        ("3 months ago", "at", "2025-12", "2025-12"),
        ("the 31st", "at", "2026-01-31", "2026-03-31"),
        ("last year", "at", "2025", "2025"),
        ("on 2026-05-01", "at", "2026-05-01", "2026-05-01"),
        ("July 14th, 1991", "at", "1991-07-14", "1991-07-14"),
        ("since last May", "from", "2025-05", "2025-05"),
        ("tomorrow", "at", "2026-03-05", "2026-03-05"),
        ("tmrw", "at", "2026-03-05", "2026-03-05"),
        ("by the end of March", "to", "2026-03", "2026-03"),
        ("mid-May", "at", "2025-05", "2026-05"),
        ("in the summer of 2019", "at", "2019", "2019"),
        ("on 12.03.2026", "at", "2026-03-12", "2026-03-12"),
        ("of April 5, 2024", "at", "2024-04-05", "2024-04-05"),
        ("on 29 Feb", "at", "2024-02-29", "2028-02-29"),
        ("ſaturday", "at", "2026-02-28", "2026-03-07"),
        ("for wed", "at", "2026-03-04", "2026-03-11"),
        ("from weds", "from", "2026-03-04", "2026-03-11"),
        ("on Tuesday 10th", "at", "2026-02-10", "2026-03-10"),
        ("on the first of June", "at", "2025-06-01", "2026-06-01"),
        ("by May the twentieth", "to", "2025-05-20", "2026-05-20"),
        ("on the twenty-eighth, x", "at", "2026-02-28", "2026-03-28"),
        ("until the fourteenth at ten", "to", "2026-02-14", "2026-03-14"),
        ("on the twenty first of June", "at", "2025-06-21", "2026-06-21"),
        ("on the \u017fixth of June", "at", "2025-06-06", "2026-06-06"),
        ("a 2019 trip", "at", "2019", "2019"),
        ("in 2016 Skoda", "at", "2016", "2016"),
    ],
)
def test_dates_are_read(text, kind, past, future):
    (found,) = find_dates(f"x {text} x", AT)
    assert (found.kind, found.past, found.future) == (kind, past, future)


@pytest.mark.parametrize(
    "text",
    [
        "May works here.",
        "31 February",
        "call 2020555",
        "on Fridays",
        "for the sun",
        "on Tuesday evenings",
        "I work weds",
        "on the tenth floor",
        "the eleventh try",
        "on the fifteenth of sixteen floors",
        "from the tenth to the twelfth grade",
        "second of May's race",
        "on the th\u0131rtieth",
        "15 APR\u0130L",
        "I may first need it",
        "a@2020.example",
        "I bought a 2016 Skoda",
        "invoice 2031 is paid",
        "order no. 1999",
        "I quoted Fen 1900",
        "we paid the man 2000",
        "our 2019 van",
        "the sun",
        "the 45th",
        "the 0th",
    ],
)
def test_other_words_are_not_read_as_dates(text):
    assert find_dates(text, AT) == []


@given(st.text(max_size=60))
def test_offsets_are_within_the_text(text):
    assert all(0 <= each.start < each.end <= len(text) for each in find_dates(text, AT))


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("due Friday 28 February", ["due Friday 28 February"]),
        ("due Friday the 28th", ["due Friday the 28th"]),
        ("28 February, Friday", ["28 February"]),
        ("due on Friday, 28 February", ["on Friday, 28 February"]),
        ("due on Friday", ["on Friday"]),
        ("due on Monday or Friday", ["on Monday", "Friday"]),
        ("due Friday, and paid by 28 February", ["due Friday", "by 28 February"]),
    ],
)
def test_a_weekday_next_to_its_date_is_dropped(text: str, kept: list[str]) -> None:
    dates = drop_repeated_weekdays(text, find_dates(text, AT))

    assert [text[each.start : each.end].strip(" ,") for each in dates] == kept


def test_ranges_and_days_with_weekdays() -> None:
    def read(text: str) -> list[tuple[str, str]]:
        return [(each.kind, each.future) for each in find_dates(text, AT)]

    assert [kind for kind, _ in read("I lived in Rome between 2010 and 2014.")] == ["from", "to"]
    assert len(read("We meet on Sat 6th June.")) == 1
    assert read("I hurt my back in March.")[0] == read("It was in March.")[0]
    [(_, day)] = read("We leave on Saturday the 6th.")
    assert datetime.fromisoformat(day).strftime("%A %d") == "Saturday 06"
    # The nearest such day, whatever the tense.
    [date] = find_dates("The handover was going to be Thursday the 30th.", datetime(2025, 10, 27, tzinfo=UTC))
    assert date.past == date.future == "2025-10-30"


@pytest.mark.parametrize("text", ["22-27 October", "22–27 october", "22nd - 27th Oct", "Oct 22-27"])
def test_several_days_have_a_first_and_a_last(text: str) -> None:
    [mention] = find_dates(text, AT)
    assert mention.future.endswith("-10-22")
    assert mention.last_day == 27
    assert (mention.start, mention.end) == (0, len(text))


@pytest.mark.parametrize("text", ["we spent 2023 in Rome", "I bought it in 2016", "Oct 22"])
def test_one_date_has_no_last_day(text: str) -> None:
    [mention] = find_dates(text, AT)
    assert mention.last_day is None


@pytest.mark.parametrize(
    ("text", "kind", "first", "last"),
    [
        ("21 to 25 september", "at", "2026-09-21", 25),
        ("from 21 to 25 september", "from", "2026-09-21", 25),
        ("from the 21st to the 25th of september", "from", "2026-09-21", 25),
        ("3 till 5 may", "at", "2026-05-03", 5),
    ],
)
def test_days_of_one_month_are_one_period(text: str, kind: str, first: str, last: int) -> None:
    (found,) = find_dates(text, datetime(2026, 3, 4, 10, tzinfo=UTC))
    assert (found.kind, found.future, found.last_day) == (kind, first, last)
    assert text[found.start : found.end] == text


def test_what_is_moved_from_a_day_to_another_is_no_period() -> None:
    found = find_dates("we moved it from 21 to 25 september", datetime(2026, 3, 4, 10, tzinfo=UTC))
    assert [(each.kind, each.future) for each in found] == [("to", "2026-09-25")]
