"""Words of closed classes: rare names that the tagger takes for conjunctions or adverbs."""

from __future__ import annotations

import pytest

from kg.language import bundled_pipeline

pytestmark = pytest.mark.timeout(120)


def parse(text: str) -> dict[str, tuple[str, str, str]]:
    """Return tag, dependency and head of each word."""
    (doc,) = bundled_pipeline().parse([text])
    return {token.text: (token.tag_, token.dep_, token.head.text) for token in doc}


def test_a_rare_name_is_the_place_of_its_preposition() -> None:
    words = parse("i study in aachen")
    assert words["aachen"] == ("NNP", "obl", "study")
    assert words["in"] == ("IN", "case", "aachen")


def test_a_name_before_a_conjunction_keeps_it_apart() -> None:
    words = parse("i work in aachen and live in koln")
    assert (words["aachen"][0], words["and"][0], words["koln"][0]) == ("NNP", "CC", "NNP")


@pytest.mark.parametrize("word", ["and", "but", "or"])
def test_conjunctions_stay(word: str) -> None:
    assert parse(f"I like tea {word} he likes milk.")[word][0] == "CC"


def test_a_particle_stays() -> None:
    assert parse("Tom came in and sat down.")["in"][1] != "case"


def test_a_rare_name_before_a_verb_is_its_subject() -> None:
    assert parse("and ulrika asked the third time")["ulrika"] == ("NNP", "nsubj", "asked")


@pytest.mark.parametrize("word", ["then", "finally", "never"])
def test_adverbs_before_a_verb_stay(word: str) -> None:
    assert parse(f"and {word} asked again")[word][0] == "RB"
