"""What an answer says in addition to "yes" or "no"."""

from __future__ import annotations

import pytest

from kg.extraction.answer_details import complete_leaving, complete_move, complete_object, complete_spouse
from kg.language import bundled_pipeline
from tests.extraction.messages import answer

pytestmark = pytest.mark.timeout(120)


@pytest.mark.parametrize(
    ("asked", "answered", "statement"),
    [
        ("Do you have kids?", "Yes, two boys", "I have two boys."),
        ("Do you have kids?", "Yes, 2", "I have 2 kids."),
        ("Do you have any children?", "Just one", "I have one child."),
        ("Do you have any kids?", "yes, a daughter called Mia", "I have a daughter called Mia."),
        ("Do you have pets?", "A cat", "I have a cat."),
        ("Have you got any pets?", "yes, a cat called Miso", "I have a cat called Miso."),
        ("Got any pets?", "Just a tortoise", "I have a tortoise."),
        ("Do you have a dog?", "Yes, Ann", "I have a dog."),
        ("Do you have a car?", "Yes, an old Volvo", "I have an old Volvo."),
        ("Do you have any allergies?", "Yes, peanuts", "I am allergic to peanuts."),
        ("Are you allergic to anything?", "Peanuts", "I am allergic to peanuts."),
        ("Do you speak any languages?", "Yes, Dutch and a bit of French", "I speak Dutch and a bit of French."),
        ("Do you play an instrument?", "Yes, the cello", "I play the cello."),
        ("Still at Acme?", "No, I left in March", "I left Acme in March."),
        ("Are you still working for Acme?", "nope, I quit last year", "I quit Acme last year."),
        ("Have you got any brothers or sisters?", "two brothers", "I have two brothers."),
        ("Do you have a cat or a dog?", "a dog", "I have a dog."),
        ("Are you married?", "Yes, to Ivo", "I am married to Ivo."),
        # What the question names is not what they have.
        ("Do you have a son called Kim?", "Yes, two boys", "I have a son called Kim."),
        ("Do you have kids?", "Yes, they're both at school", "I have kids."),
        ("Do you have any pets?", "Yes", "I have pets."),
    ],
)
def test_the_words_of_the_answer_are_stated(asked: str, answered: str, statement: str) -> None:
    assert answer(asked, answered) == statement


@pytest.mark.parametrize(
    ("asked", "answered"),
    [
        ("Do you have a minute?", "five minutes"),
        ("Do you have a nickname?", "Mo"),
        ("Do you have plans?", "dinner with Tom"),
        ("Do you have a car?", "two years ago"),
        ("Do you have a dog?", "a lot"),
        ("Do you speak any languages?", "a bit"),
        ("Still at Acme?", "No"),
        ("Is Ann married?", "Yes, to Mo"),
        ("Still at Acme?", "No, I left it on the train"),
        ("Still at it?", "No, I left in March"),
        ("Is Tom still at Acme?", "No, I left in March"),
    ],
)
def test_other_answers_name_nothing_of_their_own(asked: str, answered: str) -> None:
    found = answer(asked, answered)
    assert found is None or not any(
        each in found for each in ("minutes", "Mo", "dinner", "years", "lot", "bit", "left")
    )


def test_objects_are_read_from_words() -> None:
    question, given = bundled_pipeline().parse(["Do you have pets", "Yes, two hens"])
    assert complete_object(list(question), given[:]) == "I have two hens"
    assert complete_object(list(given), given[:]) is None


def test_leaving_names_the_employer() -> None:
    assert complete_leaving("Still at Acme?", "No, I left.") == "I left Acme"
    assert complete_leaving("Still at Acme?", "Yes, I left late") is None


def test_moving_names_the_place() -> None:
    assert complete_move("Do you live in Oslo?", "Yes, I moved there in May") == ("I moved to Oslo in May", 5, 25)
    assert complete_move("Do you like Oslo?", "Yes, I moved there in May") is None
    assert complete_move("Do you live in Oslo?", "Yes, I moved there with Tom") is None


def test_the_spouse_is_named_by_the_answer() -> None:
    assert complete_spouse("Are you married?", "Yes, to Ivo") == "I am married to Ivo"
    assert complete_spouse("Are you married to Ivo?", "Yes") is None
