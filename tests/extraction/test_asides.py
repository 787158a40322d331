"""Asides: words before and after a clause that are no part of it."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.extraction.asides import without_opening, without_vocative
from kg.extraction.clauses import split_clauses
from kg.extraction.dates import find_dates
from kg.language import bundled_pipeline
from tests.extraction.messages import read_statements

pytestmark = pytest.mark.timeout(120)
AT = datetime(2026, 5, 4, 10, tzinfo=UTC)


def read(text: str, addressee: str | None = None) -> list[str]:
    return read_statements(text, AT, "Tom Radka Zoe", addressee)


@pytest.mark.parametrize(
    ("text", "addressee"),
    [
        ("Tom, I sold the boat", None),
        ("I sold the boat, Tom", None),
        ("RADKA i sold the boat", "Radka Novak"),
        ("i sold the boat radka", "Radka Novak"),
        ("i sold the boat tav", "Tavis Holder"),
        ("i sold the boat RADKA", "Radka Novak"),
    ],
)
def test_the_name_of_whom_it_addresses_is_left_out(text: str, addressee: str | None) -> None:
    assert read(text, addressee) == ["Ada sold the boat."]


@pytest.mark.parametrize(
    ("text", "addressee", "expected"),
    [
        ("I really miss anna", "Anna", "Ada really misses anna."),
        ("My mum named her cat anna", "Anna", "Ada's mum named her cat anna."),
        ("I visited Paris", "Paris", "Ada visited Paris."),
        ("I planted a rose", "Rose", "Ada planted a rose."),
    ],
)
def test_a_name_that_may_be_the_object_stays(text: str, addressee: str, expected: str) -> None:
    assert read(text, addressee) == [expected]


def test_a_name_that_a_pronoun_takes_up_stays() -> None:
    assert read("Zoe has only one son, Tom, he is a nurse") == ["Zoe has only one son, Tom.", "Tom is a nurse."]


def test_another_name_stays() -> None:
    assert read("I told my mum about Tom", "Radka Novak") == ["Ada told their mum about Tom."]
    assert read("I sold the boat to Radka", "Radka Novak") == ["Ada sold the boat to Radka."]


@pytest.mark.parametrize(
    "text",
    [
        "Voice note: my uncle sold the boat",
        "by the way, my uncle sold the boat",
        "Not really, so my uncle sold the boat",
        "Not since February, my uncle sold the boat",
        "no ta, my uncle sold the boat",
        "Never, my uncle sold the boat",
        "No satay sauce please, my uncle sold the boat",
        "also between us, my uncle sold the boat",
        "between you and me, my uncle sold the boat",
        "ok so my uncle sold the boat",
        "honestly my uncle sold the boat to be honest",
    ],
)
def test_an_opening_is_left_out(text: str) -> None:
    assert read(text) == ["Ada's uncle sold the boat."]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("My two sisters, Zoe is at college in Cork", "Zoe is at college in Cork."),
        ("Just between us I hate my job", "Ada hates their job."),
        ("Between us we have four kids", "Between Ada they have four kids."),
    ],
)
def test_an_opening_without_a_verb_is_left_out(text: str, expected: str) -> None:
    assert read(text) == [expected]


def test_a_date_that_opens_a_clause_stays() -> None:
    assert read("On Sunday, my uncle sold the boat") == ["On 3 May 2026, Ada's uncle sold the boat."]


def test_several_persons_addressed_are_not_one() -> None:
    assert read("I bought you both a toaster", "Radka") == []
    assert read("I baked a bun for each of you", "Radka") == []
    assert read("I will show you two exercises", "Radka") == ["Ada will show Radka two exercises."]
    assert read("I baked a bun for you", "Radka") == ["Ada baked a bun for Radka."]


def test_the_name_of_the_addressee_and_openings_are_no_part() -> None:
    assert read("I work at Hilton, Radka", "Radka") == ["Ada works at Hilton."]
    assert read("Fun fact, I was born in Kenya") == ["Ada was born in Kenya."]
    assert read("No more sugar, I'm diabetic") == ["Ada is diabetic."]


def test_a_deed_after_a_sentence_about_another_is_not_the_speakers() -> None:
    assert read("My sister Zoe sends her love. Ate the whole cake.") == [
        "Ada's sister Zoe sends her love.",
        "Ada ate the whole cake.",
    ]
    assert read("My sister Zoe has a boat. She sends her love. Ate the whole cake.") == [
        "Ada's sister Zoe has a boat.",
        "Zoe sends her love.",
    ]
    assert "Ada is going to the zoo." in read("My sister Zoe has a boat. She loves it. Going to the zoo.")
    assert "Ada loved their new job." in read("My sister Zoe has a boat. She loves it. Loved my new job.")
    assert "Ada booked a flight to Oslo." in read("They cancelled. Booked a flight to Oslo.")


def test_titles_and_labels_state_nothing() -> None:
    assert read("they played Wilf Broke His Arm") == []
    assert read("My Mum Retired in Kent") == ["Ada's Mum Retired in Kent."]
    assert read("I Love Swimming In The Sea") == ["Ada loves Swimming In The Sea."]
    assert read("staying: couch, shower curtain") == []


@given(st.text(max_size=60), st.sampled_from([None, "Tom", "Al Re"]))
def test_something_stays_of_any_clause(text: str, addressee: str | None) -> None:
    (doc,) = bundled_pipeline().parse([text])
    for clause in split_clauses(doc):
        kept = without_opening(without_vocative(clause, set(), {}, addressee), find_dates(text, AT))
        assert kept.tokens
        assert {each.i for each in kept.tokens} <= {each.i for each in clause.tokens}
