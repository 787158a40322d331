"""What asserts nothing becomes spaces: questions, guesses, conditions, jokes, quotations, code; offsets stay valid."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.extraction.modality import (
    blank_code,
    blank_staged,
    blank_supplied,
    blank_unstated,
    blank_unstated_clauses,
)
from tests.extraction.messages import triples

PIECES = [
    "I work. ",
    "Maybe ",
    "if ",
    "but ",
    "? ",
    "`x` ",
    '"a b" ',
    "[shares a photo] ",
    "’",
    "lol ",
    "\n",
    "```",
    "<b> ",
]
TEXTS = st.text(max_size=60) | st.lists(st.sampled_from(PIECES), max_size=10).map("".join)


@pytest.mark.timeout(120)
@pytest.mark.parametrize(
    "text",
    [
        "It's not like I work at Google.",
        "I hope I get the job at Google.",
        "We watched a film about a spy who lives in Lima.",
        "The hook is `email = me@site.example`.",
    ],
)
def test_text_that_asserts_nothing_gives_no_statements(text: str) -> None:
    assert triples(text, addressee="Al") == set()


@pytest.mark.parametrize(
    "sentence",
    [
        "Do you live here?",
        "where does Tom work",
        "Are you a nurse",
        "In the film, Tom lives in Paris.",
        "I'm practically a nurse.",
        "I live in the office lol",
        "I think Tom is a nurse.",
        "Tom is a nurse, but I'm not sure.",
    ],
)
def test_a_sentence_without_assertion_is_dropped(sentence: str) -> None:
    assert blank_unstated_clauses(sentence) == ""


@pytest.mark.parametrize(
    ("sentence", "asserted"),
    [
        ("I live here.", "I live here."),
        ("I live here but maybe Tom left.", "I live here but"),
        ("Maybe Tom left; I live here.", "; I live here."),
        ("I live here if it rains.", "I live here"),
        ("I'd buy it if it rains.", ""),
        ('The note "I love it" is here.', "The note is here."),
        ("I think I live here.", "I think I live here."),
    ],
)
def test_only_the_asserted_clauses_are_left(sentence: str, asserted: str) -> None:
    blanked = blank_unstated_clauses(sentence)
    assert len(blanked) == len(sentence)
    assert " ".join(blanked.split()) == asserted


def test_code_markup_and_addresses_are_blanked() -> None:
    text = "See `a = 1`, https://a.example/b and <b>this</b>.\n```\nI live here\n"
    assert blank_code(text).split() == ["See", ",", "and", "this", "."]
    assert blank_code("2 < 3 and a > b") == "2 < 3 and a > b"


@given(TEXTS)
def test_offsets_stay_valid(text: str) -> None:
    for blanked in (blank_code(text), blank_unstated(text)):
        assert len(blanked) == len(text)
        assert all(new in (" ", old, "'") for new, old in zip(blanked, text, strict=True))


@pytest.mark.parametrize(
    ("text", "stated"),
    [
        ("*i limp over to the guard* she is my sister", "she is my sister"),
        ("*The bridge is gone. " + "Kettlemere smells of wet rope. " * 4 + "A door stands there.*", ""),
        ("*Dinner at eight on Friday*", "*Dinner at eight on Friday*"),
        ("I *really* like it, 5 * 3 is 15", "I *really* like it, 5 * 3 is 15"),
        ("had a dream all my teeth fell out\nI moved to Ghent", "I moved to Ghent"),
        ("Dream. I was tuning a whale.", ""),
        ("Dreamt Tom sued me for the car.", ""),
        ("I dreamed that I moved to Ghent.", ""),
        ("The flat is a dream come true, we moved in", "The flat is a dream come true, we moved in"),
    ],
)
def test_what_characters_do_and_dreams_are_blanked(text: str, stated: str) -> None:
    assert blank_staged(text).strip() == stated
    assert len(blank_staged(text)) == len(text)


@pytest.mark.parametrize(
    ("text", "stated"),
    [
        ("I am ill. Write me a poem about cats. I live here.", "I am ill. . I live here."),
        ("Summarise: I live in Madrid.\nI own a boat.\n\nI am ill.", "I am ill."),
        ("Could you translate this?\n\nI live in Madrid.\n\nI am ill.", "I am ill."),
        ("The motto of the day: we live here.", "The"),
        ("Correct, I live here.", "Correct, I live here."),
        ("I write a poem every day.", "I write a poem every day."),
        ("Let me rewrite history: I live here.", "Let me rewrite history: I live here."),
    ],
)
def test_text_that_is_handed_over_is_blanked(text: str, stated: str) -> None:
    blanked = blank_supplied(text)
    assert (len(blanked), " ".join(blanked.split())) == (len(text), stated)
