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
    assert "~address" in feedback_features("nenn mich bitte Tina", "")


def test_a_message_is_compared_with_what_the_agent_said() -> None:
    corrects = feedback_features("it was 9, with Marta", "Done: 7 May, dinner with Maria.")
    assert {"another number", "another name", "after a report", "another number, after a statement"} <= corrects.keys()
    answers = feedback_features("no", "Sorry, shall I send it at 7?")
    assert {"after an apology", "opens with no, after a question"} <= answers.keys()
    assert "same number" in feedback_features("7 is fine", "At 7.")


def test_words_of_other_languages_are_other_features() -> None:
    english, spanish = (
        feedback_features("no, that is wrong", "It is nine."),
        feedback_features("no, eso está mal", "Son las nueve."),
    )
    assert "no" in english
    assert not any(name.startswith("~") for name in english)
    assert "no" not in spanish
    assert {"~no", "~at most 4 words"} <= spanish.keys()
    assert all(name.startswith("~") for name in spanish)


@given(st.text(max_size=200), st.text(max_size=50))
def test_features_are_deterministic_and_not_zero(sentence: str, previous: str) -> None:
    features = feedback_features(sentence, previous)
    assert features == feedback_features(sentence, previous)
    assert all(features.values())
