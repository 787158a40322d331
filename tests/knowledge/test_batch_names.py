"""Names used in private are invisible to others and resolve nothing elsewhere, until they are used in public."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from kg import Memory
from tests.knowledge.builders import ScriptedChat, make_statement

Connect = Callable[..., Memory]
ASKED = "Who are Bob, Bobbert and Bob Kowalski?"


def context_for(memory: Memory, speaker: str) -> str:
    return memory.context(ASKED, speaker=speaker, session="cli:1", budget=4_000).text


def digested_chat(connect: Connect, *mentions: tuple[str, str]) -> Memory:
    """Return a memory in which Ann mentions a person for several audiences, and says what they like."""
    chat = ScriptedChat()
    for name, audience in mentions:
        chat.add_message(
            "Ann", make_statement(name, "likes", f"tea {len(chat.events)}"), names=[(name, "person")], audience=audience
        )
    chat.add_message("Eva", make_statement("Eva", "likes", "rain"))
    memory = connect(extractor=chat.extractor, owner="cli:olga")
    for event in chat.events:
        memory.log([event])
        memory.digest()
    return memory


def test_a_person_known_only_in_private_is_not_a_candidate_for_others(connect: Connect) -> None:
    memory = digested_chat(connect, ("Bob Kowalski", "person"), ("Bob", "shared"))
    assert "Kowalski" not in context_for(memory, "cli:eva").replace(ASKED, "")
    assert "Kowalski" in context_for(memory, "cli:ann")


def test_a_full_name_used_in_private_is_not_visible_to_others(connect: Connect) -> None:
    memory = digested_chat(connect, ("Bob", "shared"), ("Bob Kowalski", "person"))
    assert memory.entities.get("Bob").name == "Bob"
    assert memory.entities.get("Bob").aliases == ()
    assert memory.entities.get("Bob Kowalski").id == memory.entities.get("Bob").id
    assert "Kowalski" not in context_for(memory, "cli:eva")


@pytest.mark.parametrize("order", [(0, 1, 2), (0, 2, 1)])
def test_a_name_that_is_later_used_in_public_is_visible_to_all(connect: Connect, order: tuple[int, ...]) -> None:
    mentions = [("Bob", "shared"), ("Bob Kowalski", "person"), ("Bob Kowalski", "shared")]
    memory = digested_chat(connect, *(mentions[index] for index in order))
    assert "Kowalski" in context_for(memory, "cli:eva")


def test_the_mention_count_is_shown_only_to_readers_of_all_events(connect: Connect) -> None:
    memory = digested_chat(connect, ("Bob", "shared"), ("Bob", "person"), ("Bob", "person"))
    assert "named in 3 messages" in context_for(memory, "cli:olga")
    assert "named in" not in context_for(memory, "cli:eva")


def test_a_person_mentioned_only_in_private_has_no_card_in_other_contexts(connect: Connect) -> None:
    memory = digested_chat(connect, ("Bob", "person"))
    assert "Bob: person" in context_for(memory, "cli:ann")
    assert "Bob: person" not in context_for(memory, "cli:eva")
