"""Detection of feedback to an agent, and messages that only resemble it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.memories.feedback import detect_feedback, find_messages_to_agent
from tests.memories.feedback import CASES

WORDS = [
    "no", "that's", "wrong", "actually", "you", "i", "prefer", "never", "use", "perfect", "it", "should", "be", "bad",
    "not", "meant", ",", ".", "!", "?", '"', "`", "…", "\n", "’", "👏",
]  # fmt: skip


@pytest.mark.parametrize(("message", "previous", "kind"), CASES, ids=lambda value: str(value)[:40])
def test_feedback_is_distinguished_from_other_messages(message: str, previous: str | None, kind: str | None) -> None:
    found = detect_feedback(message, previous)
    assert (found.kind if found else None) == kind


def test_each_kind_has_its_sentiment() -> None:
    result = {kind: detect_feedback(message, previous) for message, previous, kind in CASES if kind}
    assert {kind: found.sentiment for kind, found in result.items() if found} == {
        "correction": "negative",
        "preference": "neutral",
        "praise": "positive",
        "complaint": "negative",
    }


@pytest.mark.parametrize(
    ("message", "previous", "confidence"),
    [
        ("That's wrong.", None, 0.7),
        ("You made a mistake in the totals.", None, 0.85),
        ("Your answer is wrong.", None, 0.85),
        ("That's wrong, the capital is Madrid.", "The capital of Spain is Lisbon.", 0.85),
        ("That's wrong.", "The capital of Spain is Lisbon.", 0.7),
        ("Always use metric units.", None, 0.7),
    ],
)
def test_confidence_is_higher_if_the_last_action_is_named(
    message: str, previous: str | None, confidence: float
) -> None:
    found = detect_feedback(message, previous)
    assert found is not None
    assert found.confidence == confidence


def test_only_the_matching_sentences_are_returned() -> None:
    found = detect_feedback("The weather is fine. Always format dates as `2026-03-02`! See you.")
    assert found is not None
    assert found.text == "Always format dates as `2026-03-02`!"
    long = detect_feedback("Always use " + "short words and " * 60 + "no others.")
    assert long is not None
    assert len(long.text) <= 500
    assert long.text.endswith("…")


@given(st.lists(st.sampled_from(WORDS), max_size=30).map(" ".join), st.none() | st.text(max_size=40))
def test_detection_is_deterministic(message: str, previous: str | None) -> None:
    found = detect_feedback(message, previous)
    assert found == detect_feedback(message, previous)
    assert found is None or (found.text and len(found.text) <= 500 and found.confidence in (0.7, 0.85))


def test_a_very_long_message_is_processed_in_time() -> None:
    assert detect_feedback("it is not " * 20_000) is None


def message(role: str, text: str, speaker: str | None = None) -> dict[str, str | None]:
    return {"role": role, "speaker": speaker or "cli:bot", "text": text}


def test_messages_to_the_agent_follow_it_or_are_answered_by_it() -> None:
    chat = [
        message("user", "Hello.", "cli:bob"),
        message("user", "What is the capital of Spain?", "cli:ann"),
        message("assistant", "It is Barcelona."),
        message("user", "Wait.", "cli:ann"),
        message("user", "That's wrong.", "cli:ann"),
        message("user", "No, Ann, you are wrong.", "cli:bob"),
        message("user", "You never listen.", "cli:ann"),
    ]
    found = [(each["text"], previous) for each, previous in find_messages_to_agent(chat)]
    assert found == [
        ("What is the capital of Spain?", None),
        ("Wait.", "It is Barcelona."),
        ("That's wrong.", "It is Barcelona."),
    ]
    assert [previous for _, previous in find_messages_to_agent(chat[:1], "Hi.")] == ["Hi."]
    assert not list(find_messages_to_agent(chat[:1], "Hi.", ["cli:ann"]))


def test_a_convention_is_a_wish_of_its_own() -> None:
    found = detect_feedback("dont use emojis in commit messages. conventional commits pls, feat: fix: etc")
    assert found is not None
    assert [(wish.text, wish.topic.name if wish.topic else None) for wish in found.wishes] == [
        ("dont use emojis in commit messages.", "emojis in commit messages"),
        ("conventional commits pls, feat: fix: etc", None),
    ]
