"""Unmarked questions: clauses that ask or request something without a question mark."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.extraction.clauses import split_clauses
from kg.extraction.unmarked_questions import is_unmarked_question
from kg.language import bundled_pipeline

pytestmark = pytest.mark.timeout(120)
PIECES = [
    "you ",
    "I ",
    "does ",
    "it ",
    "did ",
    "n't ",
    "he ",
    "who ",
    "wants ",
    "can ",
    "someone ",
    "the ",
    "van ",
    "since ",
    "when ",
    ". ",
]


def asks(text: str) -> bool:
    (doc,) = bundled_pipeline().parse([text])
    return is_unmarked_question(split_clauses(doc)[0])


@pytest.mark.parametrize(
    "text",
    [
        "anyone know a roofer",
        "can someone drive me",
        "someone bring the keys",
        "do come again",
        "can't you make the party",
        # Tags.
        "Ruben moved the site to the other provider in August didn't he",
        "wait saskatchewan doesnt do dst does it",
        "Tom won't eat that will he",
        "it was on Tuesday wasn't it",
        # Words that ask.
        "Iggy has six chairs since when",
        "I'm fetching bacon butties who wants",
        "Pet can someone else do my person",
        "Jorun can Edda come to the shop",
        # What someone is to do, or what anyone does.
        "you run the oven at eight",
        "you climb with knots there",
        "then you eat with us",
        "you may bring your crowbar",
    ],
)
def test_it_asks_or_requests(text: str) -> None:
    assert asks(text)


@pytest.mark.parametrize(
    "text",
    [
        "My dad did it",
        "I walked around the park to do it",
        "I have asthma",
        "I can drive",
        "can't make the party",
        "do love a bath",
        "you always bring cake to our meetings",
        "you owe me ten pounds",
        "you live in Leeds",
        "you broke my mug",
        "you run a bakery in Leeds",
        "you sell cars for a living",
        "you go to yoga on Tuesdays",
        "you may be ill",
        "Tom is not ill and I like it",
    ],
)
def test_it_states(text: str) -> None:
    assert not asks(text)


@given(st.lists(st.sampled_from(PIECES), max_size=12).map("".join) | st.text(max_size=60))
def test_any_text_can_be_judged(text: str) -> None:
    (doc,) = bundled_pipeline().parse([text])
    for clause in split_clauses(doc):
        assert is_unmarked_question(clause) in {True, False}
