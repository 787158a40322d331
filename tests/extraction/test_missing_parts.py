"""Missing parts: clauses that need an earlier message to be understood."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.extraction.clauses import split_clauses
from kg.extraction.missing_parts import lacks_part
from kg.language import bundled_pipeline

pytestmark = pytest.mark.timeout(120)
PIECES = [
    "I ",
    "she ",
    "told ",
    "Tom ",
    "bought ",
    "one ",
    "that ",
    "bike ",
    "was ",
    "21 ",
    "about ",
    "the ",
    "trip ",
    "and ",
    ". ",
]


def lacks(text: str, *, is_dated: bool = False) -> bool:
    (doc,) = bundled_pipeline().parse([text])
    return lacks_part(split_clauses(doc)[0], is_dated=is_dated)


@pytest.mark.parametrize(
    "text",
    [
        "I have one in my coat.",
        "I can do the other.",
        "The rest went well.",
        "I bought that account.",
        "She was 21.",
        "I told Tom.",
        "My boss asked me yesterday.",
        "They never said.",
        "I have ordered already.",
        "I had three.",
    ],
)
def test_a_part_is_missing(text: str) -> None:
    assert lacks(text)


@pytest.mark.parametrize(
    "text",
    [
        "I have a scarf in my coat.",
        "I can do Friday.",
        "I bought a bike.",
        "I bought one of the paintings.",
        "I start work this week.",
        "She is 21.",
        "I told Tom about the trip.",
        "I told Tom that I am moving to Oslo.",
        "My boss asked me to stay.",
        "I have ordered a desk.",
        "I moved to Oslo.",
        "The yoghurt was 2.40.",
        "I got 400 from the bank.",
        "He quit.",
    ],
)
def test_nothing_is_missing(text: str) -> None:
    assert not lacks(text)


def test_a_time_that_another_sentence_names_is_missing() -> None:
    assert lacks("Tom flies in that day.")
    assert not lacks("I met Tom that day.")
    assert lacks("She has a test the next morning.")
    assert lacks("Subs are due.")
    assert not lacks("Subs are due in May.", is_dated=True)
    assert not lacks("I swim every day.")


def test_an_age_at_a_date_is_complete() -> None:
    assert not lacks("She was 21.", is_dated=True)


@given(st.text(max_size=40) | st.lists(st.sampled_from(PIECES), max_size=10).map("".join))
def test_every_clause_is_judged(text: str) -> None:
    (doc,) = bundled_pipeline().parse([text])
    assert {lacks_part(clause, is_dated=False) for clause in split_clauses(doc)} <= {True, False}


@pytest.mark.parametrize(
    ("text", "is_aside"),
    [
        ("I can paint in his shed, my dad says, if I like", True),
        ("I paint, she says, in the shed", True),
        ("My dad says I can paint in his shed", False),
        ("I paint, and my dad says it is good", False),
    ],
)
def test_who_says_the_rest_of_a_sentence_states_nothing(text: str, is_aside: bool) -> None:
    (doc,) = bundled_pipeline().parse([text])
    saying = [each for each in split_clauses(doc) if each.root.lower_ == "says"]
    assert [lacks_part(each, is_dated=False) for each in saying] == [is_aside]
