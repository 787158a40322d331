"""Topics: the most mentioned ones, and their events."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from kg import Memory
from tests.knowledge.builders import check_refused, scripted


def test_topics_return_their_events(scripted_memory: Callable[..., Memory]) -> None:
    memory = scripted_memory(
        scripted("Tom", "likes", "chess"), scripted("Eva", "likes", "Chess"), scripted("Eva", "likes", "tea")
    )
    assert [(topic.label, topic.events) for topic in memory.topics.list()] == [("chess", 2), ("tea", 1)]
    assert [event.id for event in memory.topics.events("CHESS")] == ["e1", "e0"]
    assert memory.topics.events("rowing") == []


@pytest.mark.parametrize(
    ("field", "call"),
    [
        ("limit", lambda memory: memory.topics.list(limit=0)),
        ("label", lambda memory: memory.topics.events("")),
    ],
)
def test_invalid_input_names_the_field_and_writes_nothing(
    memory: Memory, field: str, call: Callable[[Memory], Any]
) -> None:
    check_refused(memory, field, call)
