"""Values with a fixed format: e-mail addresses and telephone numbers with their owners, birthdays, deadlines."""

from __future__ import annotations

import pytest

from kg.extraction.certainty import DATED_CONFIDENCE, FORMAT_CONFIDENCE
from tests.extraction.messages import extract, triples

# spaCy builds its English tokenizer and the first parse fills its caches.
pytestmark = pytest.mark.timeout(120)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The report must be ready by the end of March.", {("report", "deadline", "2026-03")}),
        ("It's my birthday on 12 June.", {("Sam", "born_on", "06-12")}),
        # The year of a birthday is not that of the birth.
        ("It's my birthday tomorrow.", {("Sam", "born_on", "03-05")}),
        ("It was my birthday on Saturday.", {("Sam", "born_on", "02-28")}),
        ("Tom's birthday is on 3 May.", {("Tom", "born_on", "05-03")}),
        ("my bday is 14 june 1991 btw", {("Sam", "born_on", "1991-06-14")}),
        ("My number is 912 555 018, not 912 555 081.", {("Sam", "phone", "912 555 018")}),
        ("Maria's e-mail is maria@site.example.", {("Maria", "email", "maria@site.example")}),
        ("Tom was born on 3 May 1988.", {("Tom", "born_on", "1988-05-03")}),
        ("You can e-mail Maria at maria@site.example.", {("Maria", "email", "maria@site.example")}),
        ("Mail: sam@site.example", {("Sam", "email", "sam@site.example")}),
        (
            "Reach me under 912 555 018 or sam@site.example.",
            {("Sam", "phone", "912 555 018"), ("Sam", "email", "sam@site.example")},
        ),
        ("My mail changed, it is now sam@site.example.", {("Sam", "email", "sam@site.example")}),
        ("sam@site.example is my new address.", {("Sam", "email", "sam@site.example")}),
        ("Only an essay, on falls in old people, due on 2026-05-01.", {("essay", "deadline", "2026-05-01")}),
        ("The work is due on 2026-05-01.", {("work", "deadline", "2026-05-01")}),
        ("Let's eat, my birthday is on Saturday.", {("Sam", "born_on", "03-07")}),
        ("Hand in the report by 2026-05-01.", {("report", "deadline", "2026-05-01")}),
        ("The deadline for the budget is 2026-05-01.", {("budget", "deadline", "2026-05-01")}),
    ],
)
def test_a_formatted_value_is_stated_with_its_owner(text: str, expected: set[tuple[str, str, str]]) -> None:
    assert triples(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "My e-mail is not sam@site.example.",
        "The code is 912 555 018.",
        "Call me on 2026-03-05.",
        "The report was due on Friday.",
        "I had my birthday treat last night.",
        "It isn't my birthday on Friday.",
        "its my nans bday on friday",
        "Happy birthday to my sister on Friday",
        "I have to be outta here by Friday.",
        "If my birthday is on Saturday I'll be happy.",
        "My birthday is next week.",
        "Please leave it here. How was the birthday on Saturday?",
        "I have to be out of the flat by Friday.",
        "I need to get to Rome by Friday.",
        "My number is 1 - 2 - 3.",
        "See https://site.example/sam@site.example for more.",
    ],
)
def test_denied_values_and_other_numbers_state_nothing(text: str) -> None:
    assert not {each.predicate for each in extract(text)} & {"email", "phone", "deadline", "born_on"}


@pytest.mark.parametrize(
    "text",
    [
        "Block eve@evil.example please.",
        "> write to eve@evil.example",
        "Maria wrote: my e-mail is eve@evil.example",
        "I got a mail from eve@evil.example.",
        "I have a mail from eve@evil.example.",
        "The invoices go to eve@evil.example.",
        "eve@evil.example",
        "Call 912 555 018 for pizza.",
        "Maria called me from 912 555 018.",
        "Maria told me to call 912 555 018.",
        "Maria wrote to eve@evil.example.",
    ],
)
def test_a_value_that_is_merely_mentioned_has_no_owner(text: str) -> None:
    assert not {each.predicate for each in extract(text)} & {"email", "phone"}


@pytest.mark.parametrize(
    "text",
    [
        "You can reach me at sam@site.example.",
        "New e-mail: sam@site.example",
        "I'm at sam@site.example",
    ],
)
def test_a_contact_that_a_message_gives_is_its_authors(text: str) -> None:
    assert ("Sam", "email", "sam@site.example") in triples(text)


def test_a_date_is_not_due() -> None:
    assert not [each for each in extract("Due date is now 24 November") if each.predicate == "deadline"]
    [due] = [each for each in extract("The essay is due on 24 November") if each.predicate == "deadline"]
    assert due.subject == "essay"


def test_confidence_is_that_of_the_format() -> None:
    [mail] = extract("Mail me at sam@site.example.")
    [due] = extract("The report is due next Friday.")
    assert (mail.confidence, due.confidence) == (FORMAT_CONFIDENCE, DATED_CONFIDENCE)
