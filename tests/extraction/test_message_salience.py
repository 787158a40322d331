"""The salience of messages."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.extraction.message_salience import (
    estimate_salience,
    load_salience_model,
    rate_sentences,
    salience_features,
)


@pytest.mark.parametrize(
    "text",
    [
        "Dad died in the hospital on Friday.",
        "We sold the house for 200,000 euros on Monday.",
        "I am pregnant, the baby is due on 3 May.",
        "The clinic moved the surgery to 21 May.",
    ],
)
def test_events_of_life_matter_more_than_small_talk(text: str) -> None:
    small_talk = max(estimate_salience(each, [], None) for each in ("ok, see you", "haha, thanks!", "Good morning!"))
    assert estimate_salience(text, [], None) > 10 * small_talk


def test_repetition_is_no_importance() -> None:
    assert estimate_salience("haha " * 50, [], None) < 0.1


def test_what_digestion_found_counts() -> None:
    text = "I moved to Oslo."
    assert estimate_salience(text, [0.9], None) > estimate_salience(text, [], None)
    features = salience_features(text, text, [0.2, 0.9])
    assert (features["worth"], features["statements"], features["cue home"]) == (0.9, 2.0, 1.0)
    assert "number" not in features


def test_the_vector_moves_the_whole_message() -> None:
    model = load_salience_model(with_vector=True)
    direction = (model.vector / np.linalg.norm(model.vector)).astype(np.float32)
    text = "We will see."
    assert estimate_salience(text, [], direction) > estimate_salience(text, [], -direction)


def test_sentences_are_rated_each() -> None:
    text = "Hi! Dad died in the hospital on Friday."
    first, second = rate_sentences(text, [])
    assert (text[first.start : first.end], text[second.start : second.end]) == (text[:3], text[4:])
    assert second.odds > first.odds
    assert rate_sentences("", []) == []
    assert estimate_salience("", [], None) == 0.0


@given(st.text(max_size=300))
def test_any_text_has_a_probability(text: str) -> None:
    assert 0.0 <= estimate_salience(text, [], None) <= 1.0
