"""Agreement of two readers, by hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from training.corpus.agreement import measure_agreement, measure_conversation
from training.corpus.reading import LABELS, Conversation

EVENTS = [
    {"id": f"s1:{index}", "ts": "2025-03-04T09:12:00", "session": "s1", "speaker": "a", "text": str(index)}
    for index in range(1, 9)
]


def embed(texts: Sequence[str]) -> NDArray[np.float32]:
    """Return the unit vector of the first letter."""
    return np.eye(26, dtype=np.float32)[[ord(text[0].lower()) - ord("a") for text in texts]]


def note(text: str, event: int, worth: int = 2) -> dict[str, Any]:
    return {"text": text, "evidence": [f"s1:{event}"], "worth": worth}


def conversation(first: dict[str, Any], second: dict[str, Any]) -> Conversation:
    return Conversation({"id": "one"}, EVENTS, {**dict.fromkeys(LABELS, ()), **first}, second)


def test_observations_agree_if_they_say_the_same_of_near_messages() -> None:
    first = {"observations": [note("Ann", 1), note("Bo", 4), note("Cy", 8), note("Di", 3, worth=0)]}
    second = {"observations": [note("ann", 2), note("bo", 7), note("di", 3)]}
    # The first reader shares Ann of three; the second shares Ann and Di, which the first noted as unimportant.
    assert measure_conversation(conversation(first, second), embed)["observations"] == pytest.approx(
        2 * (1 / 3) * (2 / 3) / (1 / 3 + 2 / 3), abs=1e-3
    )


def test_changes_and_evidence() -> None:
    first = {
        "changes": [note("x", 1), note("y", 5)],
        "questions": [
            {"id": "q1", "evidence": ["s1:1", "s1:2"]},
            {"id": "q2", "evidence": []},
        ],
    }
    second = {"changes": [note("x", 2)], "answers": [{"question": "q1", "evidence": ["s1:1"]}]}
    found = measure_conversation(conversation(first, second), embed)
    assert found["changes"] == pytest.approx(2 * 0.5 * 1 / 1.5, abs=1e-3)
    assert found["evidence"] == pytest.approx((2 / 3 + 1) / 2, abs=1e-3)


def test_only_conversations_with_two_readers_count() -> None:
    read_once = conversation({"observations": [note("Ann", 1)]}, {})
    read_twice = replace(read_once, second={"observations": [note("Ann", 1)]})
    measured = measure_agreement([read_once, read_twice], embed)
    assert measured["conversations"] == 1
    assert measured["mean"]["observations"] == 1
    assert measure_agreement([read_once], embed)["mean"] == {}
