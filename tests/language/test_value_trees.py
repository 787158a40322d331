"""Corrections of trees with a plain noun at the beginning or a value at the end."""

from __future__ import annotations

import pytest

from kg.language import bundled_pipeline

pytestmark = pytest.mark.timeout(120)


def tree(text: str) -> dict[str, tuple[str, str]]:
    """Return the dependency and the head of each word."""
    (doc,) = bundled_pipeline().parse([text])
    return {token.text: (token.dep_, token.head.text) for token in doc}


@pytest.mark.parametrize(
    ("text", "subject", "predicate"),
    [
        ("dentist is Dr Lim", "dentist", "Lim"),
        ("bp was 142/88 this morning", "bp", "142/88"),
        ("sourdough is 4.80", "sourdough", "4.80"),
    ],
)
def test_a_plain_noun_before_a_copula_is_its_subject(text: str, subject: str, predicate: str) -> None:
    found = tree(text)
    assert (found[subject], found[predicate]) == (("nsubj", predicate), ("ROOT", predicate))


def test_other_words_before_a_copula_stay() -> None:
    assert tree("here is Dr Lim")["here"][0] != "nsubj"
    assert tree("best is Dr Lim")["best"][0] != "nsubj"


@pytest.mark.parametrize(
    ("text", "amount", "verb"),
    [
        ("Fen owes me 1,240", "1,240", "owes"),
        ("I owe Tom 20", "20", "owe"),
        ("Dalton pays 45 a week", "45", "pays"),
        ("the loaf costs 5.20", "5.20", "costs"),
    ],
)
def test_a_bare_number_is_an_object(text: str, amount: str, verb: str) -> None:
    assert tree(text)[amount] == ("obj", verb)


def test_a_noun_between_an_article_and_costs_is_the_subject() -> None:
    assert tree("the loaf costs 5.20")["loaf"] == ("nsubj", "costs")


def test_the_last_word_of_a_phrase_is_its_noun() -> None:
    found = tree("I paid 89 euros for the boiler check")
    assert (found["check"], found["boiler"]) == (("nmod", "euros"), ("compound", "check"))
    assert tree("I love the beach and swim")["swim"] == ("conj", "beach")
