"""Standing instructions become preferences of the speaker; requests of the moment do not."""

from __future__ import annotations

import pytest

from kg.extraction.certainty import DROPPED_SUBJECT_CONFIDENCE, PATTERN_CONFIDENCE
from kg.extraction.standing_instructions import state_instructions
from tests.extraction.messages import read_sentences, triples

# spaCy builds its English tokenizer and the first parse fills its caches.
pytestmark = pytest.mark.timeout(120)


def test_the_style_of_answers_is_a_preference() -> None:
    assert triples("Keep your answers short, please.") == {("Sam", "prefers", "short answers")}


def test_what_follows_a_comma_is_no_second_object() -> None:
    text = "Always run the tests with uv run pytest, plain pytest picks up the wrong venv."
    assert triples(text) == {("Sam", "prefers", "uv run pytest")}


def test_advice_to_others_states_nothing() -> None:
    assert triples("Use social media and work with influencers for reach.", addressee="Al") == set()


@pytest.mark.parametrize(
    ("text", "predicate", "thing", "polarity", "confidence"),
    [
        ("Never use tabs.", "prefers", "tabs", False, PATTERN_CONFIDENCE),
        ("Always use tabs.", "prefers", "tabs", True, PATTERN_CONFIDENCE),
        ("Please answer in French.", "prefers", "French", True, PATTERN_CONFIDENCE),
        ("Stop using emojis.", "prefers", "emojis", False, PATTERN_CONFIDENCE),
        ("No emojis please.", "prefers", "emojis", False, PATTERN_CONFIDENCE),
        ("no emoji", "prefers", "emoji", False, PATTERN_CONFIDENCE),
        ("Please no exclamation marks.", "prefers", "exclamation marks", False, PATTERN_CONFIDENCE),
        ("no prawns for me pls", "prefers", "prawns", False, PATTERN_CONFIDENCE),
        ("Emojis are fine again.", "prefers", "emojis", True, PATTERN_CONFIDENCE),
        ("allergic to nuts", "allergic_to", "nuts", True, DROPPED_SUBJECT_CONFIDENCE),
        ("from Oslo", "from", "Oslo", True, DROPPED_SUBJECT_CONFIDENCE),
    ],
)
def test_an_instruction_states(text: str, predicate: str, thing: str, polarity: bool, confidence: float) -> None:
    [reading] = read_sentences(text)
    state_instructions(reading)
    assert [
        (each.subject, each.predicate, each.object, each.polarity, each.confidence) for each in reading.statements
    ] == [("Sam", predicate, thing, polarity, confidence)]


@pytest.mark.parametrize(
    "text",
    [
        "Don't forget the milk.",
        "No rush please.",
        "No way, please.",
        "No luck.",
        "No milk for Tom please.",
        "No coffee left.",
        "Never mind that.",
        "Never forget passports.",
        "Buy tabs.",
        "Always use the blue pen.",
        "Please use 6 and 8 instead.",
        "Renault master, 2012, from Mexborough.",
    ],
)
def test_requests_of_the_moment_state_nothing(text: str) -> None:
    [reading] = read_sentences(text)
    state_instructions(reading)
    assert reading.statements == []
