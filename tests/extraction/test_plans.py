"""Plans: what a person is going to do, in the base form, up to its date and the next clause."""

from __future__ import annotations

import pytest

from kg.extraction.certainty import DATED_CONFIDENCE, PATTERN_CONFIDENCE
from kg.extraction.plans import state_plan
from tests.extraction.messages import read_sentences, triples

# spaCy builds its English tokenizer and the first parse fills its caches.
pytestmark = pytest.mark.timeout(120)


def test_an_event_in_the_future_is_a_plan() -> None:
    assert triples("We're getting married in June!") == {("Sam", "plans", "get married")}


@pytest.mark.parametrize(
    "text",
    [
        "I'm gonna try it out!",
        "This is gonna be great!",
        "I'm going to ask him.",
        "I'm going to visit her in June.",
    ],
)
def test_a_plan_without_content_states_nothing(text: str) -> None:
    assert triples(text, addressee="Al") == set()


@pytest.mark.parametrize(
    ("text", "deed", "start", "confidence"),
    [
        ("I'm going to start a podcast.", "start a podcast", None, PATTERN_CONFIDENCE),
        ("I'm going to buy a boat because I like it.", "buy a boat", None, PATTERN_CONFIDENCE),
        ("I'm going to visit Lima tomorrow by train.", "visit Lima", "2026-03-05", DATED_CONFIDENCE),
        ("I plan to visit Lima in 2027.", "visit Lima", "2027", DATED_CONFIDENCE),
        ("I'm flying to Lima tomorrow.", "fly to Lima", "2026-03-05", DATED_CONFIDENCE),
        ("My goal is to run a marathon.", "run a marathon", None, PATTERN_CONFIDENCE),
    ],
)
def test_a_plan_has_its_words_date_and_confidence(text: str, deed: str, start: str | None, confidence: float) -> None:
    [reading] = read_sentences(text)
    verb = reading.verbs[0]
    reading.focus_on(verb)
    assert state_plan(reading, verb, text)
    assert [
        (each.subject, each.predicate, each.object, each.valid_from, each.confidence) for each in reading.statements
    ] == [("Sam", "plans", deed, start, confidence)]


@pytest.mark.parametrize(
    "text", ["I'm not going to buy a boat.", "Nina hopes to visit Lima.", "I will visit Lima.", "I work at Google.",
     "I was going to buy a boat."],
)  # fmt: skip
def test_denied_undated_given_up_and_present_deeds_are_no_plans(text: str) -> None:
    [reading] = read_sentences(text)
    assert not state_plan(reading, reading.verbs[0], text)
    assert reading.statements == []
