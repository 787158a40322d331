"""Features of a sentence for the feedback detector."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from kg.extraction.feedback_cues import feedback_features


def test_words_cues_patterns_and_the_earlier_message_are_features() -> None:
    features = feedback_features("No emojis please", "Here is the list 🎉")
    assert {
        "emojis",
        "^ no",
        "cue request",
        "topic",
        "topic, request",
        "opens with no",
        "after agent",
    } <= features.keys()
    assert "after question" in feedback_features("no", "Shall I send it?")
    assert "address" in feedback_features("nenn mich Tina", "")


@given(st.text(max_size=200), st.text(max_size=50))
def test_features_are_deterministic_and_not_zero(sentence: str, previous: str) -> None:
    features = feedback_features(sentence, previous)
    assert features == feedback_features(sentence, previous)
    assert all(features.values())
