"""What somebody is called in private leads nobody else there, names nothing elsewhere, and is known with the first open word."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from kg import Memory
from tests.knowledge.builders import Story, said

Connect = Callable[..., Memory]
ASKED = "Who are Bob, Bobbert and Bob Kowalski?"


def context(memory: Memory, speaker: str) -> str:
    return memory.context(ASKED, speaker=speaker, session="cli:1", budget=4_000).text


def told(connect: Connect, *lines: tuple[str, str]) -> Memory:
    """A memory in which Ann names somebody, each time for an audience; of whom she also says what they like."""
    story = Story()
    for name, audience in lines:
        story.tell("Ann", said(name, "likes", f"tea {len(story.events)}"), names=[(name, "person")], audience=audience)
    story.tell("Eva", said("Eva", "likes", "rain"))
    memory = connect(extractor=story.extractor, owner="cli:olga")
    for event in story.events:
        memory.log([event])
        memory.digest()
    return memory


def test_who_is_only_known_in_private_is_nobody_that_others_name(connect: Connect) -> None:
    memory = told(connect, ("Bob Kowalski", "person"), ("Bob", "shared"))
    assert "Kowalski" not in context(memory, "cli:eva").replace(ASKED, "")
    assert "Kowalski" in context(memory, "cli:ann")


def test_a_fuller_name_that_is_told_in_private_stays_there(connect: Connect) -> None:
    memory = told(connect, ("Bob", "shared"), ("Bob Kowalski", "person"))
    assert memory.entities.get("Bob").name == "Bob"
    assert memory.entities.get("Bob").aliases == ()
    assert memory.entities.get("Bob Kowalski").id == memory.entities.get("Bob").id
    assert "Kowalski" not in context(memory, "cli:eva")


@pytest.mark.parametrize("order", [(0, 1, 2), (0, 2, 1)])
def test_a_name_that_is_told_to_all_later_is_known_to_all(connect: Connect, order: tuple[int, ...]) -> None:
    lines = [("Bob", "shared"), ("Bob Kowalski", "person"), ("Bob Kowalski", "shared")]
    memory = told(connect, *(lines[place] for place in order))
    assert "Kowalski" in context(memory, "cli:eva")


def test_how_often_somebody_was_named_is_told_to_whom_may_see_all(connect: Connect) -> None:
    memory = told(connect, ("Bob", "shared"), ("Bob", "person"), ("Bob", "person"))
    assert "named in 3 messages" in context(memory, "cli:olga")
    assert "named in" not in context(memory, "cli:eva")


def test_who_was_only_named_in_private_has_no_card_elsewhere(connect: Connect) -> None:
    memory = told(connect, ("Bob", "person"))
    assert "Bob: person" in context(memory, "cli:ann")
    assert "Bob: person" not in context(memory, "cli:eva")
