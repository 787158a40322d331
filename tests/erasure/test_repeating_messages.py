"""Forgetting a message erases the agent's messages that repeat it, and names can be erased after their person."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from kg import Event, Memory
from kg.errors import NotFound
from tests.erasure.messages import TALK, say
from tests.support import T0, minutes
from tests.transfer.graphs import find_words

Look = Callable[..., list[Any]]


def reply(memory: Memory, text: str, session: str, at: int) -> str:
    [name] = memory.log([Event(text, role="assistant", session=session, at=T0 - minutes(500 - at))])
    memory.digest()
    return name


@pytest.mark.parametrize("repeated_first", [False, True])
def test_what_the_agent_repeated_is_erased_in_every_session(memory: Memory, look: Look, repeated_first: bool) -> None:
    if repeated_first:
        reply(memory, "Is zanzibar-42 the wifi password?", "cli:2", -1)
    [password] = say(memory, ("cli:bob", "The wifi password is zanzibar-42."))
    if not repeated_first:
        reply(memory, "Noted: the wifi password is zanzibar-42.", "cli:1", 1)
        reply(memory, "Bob, it is zanzibar-42.", "cli:2", 2)
    reply(memory, "Good morning, Bob.", "cli:2", 3)
    say(memory, ("cli:ann", "What was the password?"), session="cli:2", first=4)
    memory.core.add("wifi: zanzibar-42", "context")
    memory.sleep.deep()
    assert find_words(look, memory.scope, "zanzibar")
    preview = memory.forget(event=password, dry_run=True)
    receipt = memory.forget(event=password)
    assert receipt.removed == preview.removed
    assert receipt.removed["event"] == (2 if repeated_first else 3)
    assert find_words(look, memory.scope, "zanzibar", "wifi") == []
    assert [event.text for event in memory.history("cli:2")] == ["Good morning, Bob.", "What was the password?"]


def test_messages_that_repeat_only_the_repetition_stay(memory: Memory) -> None:
    [password] = say(memory, ("cli:bob", "The wifi password is zanzibar-42."))
    reply(memory, "Stored zanzibar-42 beside the Vermilion ledger.", "cli:1", 1)
    reply(memory, "The Vermilion ledger is closed.", "cli:1", 2)
    memory.forget(event=password)
    assert [event.text for event in memory.history("cli:1")] == ["The Vermilion ledger is closed."]


def test_messages_of_other_people_stay(memory: Memory) -> None:
    [password, _] = say(memory, ("cli:bob", "The code is 7731."), ("cli:ann", "So it is 7731?"))
    memory.forget(event=password)
    assert [event.text for event in memory.history("cli:1")] == ["So it is 7731?"]


def test_messages_that_name_a_forgotten_person_can_be_erased(memory: Memory, look: Look) -> None:
    say(memory, *TALK)
    memory.forget(person="cli:ann")
    assert find_words(look, memory.scope, "Ann")
    receipt = memory.forget(entity="Ann")
    assert receipt.removed["event"] == 1
    assert find_words(look, memory.scope, "Ann") == []
    with pytest.raises(NotFound):
        memory.forget(entity="Ann")
