"""Words that only follow a question are no answer to it."""

from __future__ import annotations

import pytest

from kg.extraction.answers import find_question, read_answer
from kg.extraction.fitting_answers import fits_question
from kg.language import bundled_pipeline

pytestmark = pytest.mark.timeout(120)


def answer(asked: str, answered: str) -> str | None:
    question, reply = bundled_pipeline().parse([asked, answered])
    found = find_question(question)
    read = None if found is None else read_answer(found, reply, asker="Eve", answerer="Olga")
    return None if read is None else read.statement


@pytest.mark.parametrize(
    ("asked", "answered"),
    [
        ("How long have you lived in Porto?", "One sec"),
        ("How long have you lived in Porto?", "A coffee please"),
        ("How long have you been married to Ivo?", "A minute"),
        ("When did you move to Porto?", "In a meeting"),
        ("When did you move to Porto?", "Tomorrow"),
        ("When did you move to Porto?", "Morning Eve"),
        ("When did you start at Globex?", "Happy Friday!"),
        ("When did you leave Acme?", "Lunch at noon"),
        ("When is the deadline?", "Tomorrow lunch"),
        ("Where do you live?", "Coffee"),
        ("Where do you live?", "On the bus"),
        ("Where do you work now?", "At lunch"),
        ("What are you allergic to?", "Monday"),
        ("Who is your husband?", "Bo, on the phone"),
        ("How many kids do you have?", "3 more minutes"),
        ("Any kids?", "Two beers please"),
        ("Did you sell the boat when you moved to Porto?", "No"),
        ("Are you glad that you moved to Porto?", "Yes"),
        ("Could you please confirm that you live in Porto?", "Sure"),
    ],
)
def test_words_of_another_kind_are_no_answer(asked: str, answered: str) -> None:
    assert answer(asked, answered) is None


@pytest.mark.parametrize(
    ("asked", "answered", "statement"),
    [
        ("How long have you lived in Porto?", "Two years", "I have lived in Porto for two years."),
        ("When did you move to Porto?", "Last May", "I did move to Porto last May."),
        ("Where do you live?", "Porto", "I live in Porto."),
        ("What was your time?", "Three hours and forty seconds", "My time was three hours and forty seconds."),
        ("Where does your sister work?", "At the harbour", "My sister works at the harbour."),
        ("How many kids do you have?", "Three", "I have three kids."),
        ("What are you allergic to?", "Peanuts", "I am allergic to Peanuts."),
        ("When is the report due?", "Friday", "The report is due on Friday."),
        ("Can you send me the invoice that came?", "Will do", "I will send Eve the invoice that came."),
    ],
)
def test_words_of_the_kind_are_an_answer(asked: str, answered: str, statement: str) -> None:
    assert (answer(asked, answered) or "").casefold() == statement.casefold()


def test_other_questions_take_any_words() -> None:
    question, reply = bundled_pipeline().parse(["Who are you going with?", "Ben and Ada"])
    given = next(iter(reply.sents))
    assert fits_question(list(question), given, "Ben and Ada")
    assert not fits_question(list(question), given, "one moment")
