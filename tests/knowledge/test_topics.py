"""Topics: the most mentioned ones, and their events."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from kg import Event, Memory
from tests.knowledge.builders import check_refused, scripted
from tests.support import T0


def test_topics_return_their_events(scripted_memory: Callable[..., Memory]) -> None:
    memory = scripted_memory(
        scripted("Tom", "likes", "chess"), scripted("Eva", "likes", "Chess"), scripted("Eva", "likes", "tea")
    )
    assert [(topic.label, topic.events) for topic in memory.topics.list()] == [("chess", 2)]
    assert [event.id for event in memory.topics.events("CHESS")] == ["e1", "e0"]
    assert memory.topics.events("rowing") == []


@pytest.mark.slow
def test_what_one_message_is_on_becomes_a_topic_with_the_second_and_ends_with_its_removal(
    memory: Memory,
) -> None:
    def found() -> list[str]:
        return [hit.text for hit in memory.search("harbour festival", kinds=["topic"]).hits]

    memory.log([Event("The harbour festival is in June.", id="one", at=T0)])
    assert memory.digest().topics == 0
    assert (memory.topics.list(), found()) == ([], [])
    memory.log([Event("Who sings at the harbour festival?", id="two", at=T0)])
    assert memory.digest().topics == 1
    assert [topic.label for topic in memory.topics.list()] == ["harbour festival"]
    assert found() == ["harbour festival"]
    memory.forget(event="two")
    assert (memory.topics.list(), found()) == ([], [])


def test_what_an_agent_says_and_names_of_the_speakers_make_no_topic(memory: Memory) -> None:
    memory.log(
        [Event("The harbour festival is in June.", id=f"a{number}", role="assistant", at=T0) for number in range(2)]
        + [
            Event("Sunniva is the best.", id=f"u{number}", speaker="chat:s", speaker_name="Sunniva", at=T0)
            for number in range(2)
        ]
    )
    memory.digest()
    assert memory.topics.list() == []


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
