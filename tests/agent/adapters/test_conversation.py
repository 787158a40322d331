"""A conversation as the adapters use it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from kg import Memory
from kg.agent.adapters.conversation import Conversation, missing_framework
from kg.errors import ModelUnavailable, Refused


@pytest.fixture
def memory(connect: Callable[..., Memory]) -> Memory:
    return connect(owner="app:olga")


def test_a_turn_is_logged_digested_and_known(memory: Memory) -> None:
    ann = Conversation(memory, speaker="ann", session="app:1", speaker_name="Ann", budget=900)
    ids = ann.add([{"role": "user", "content": "I live in Oslo."}, {"role": "assistant", "content": "Noted."}])
    assert [event.id for event in ann.history()] == ids
    assert memory.queue()["pending"] == 0
    assert "Oslo" in ann.context("Where do I live?")
    assert memory.tokens.count(ann.context("Where do I live?")) <= 900
    assert ann.search("Where does Ann live?")[0].text
    assert ann.tools().names()[0] == "memory_context"
    ann.add([{"role": "user", "content": "Later."}], digest=False)
    assert memory.queue()["pending"] == 0, "the next turn takes it along"


def test_a_direct_message_is_found_by_its_person_in_other_conversations(memory: Memory) -> None:
    ann = Conversation(memory, speaker="app:ann", session="app:dm", audience="person")
    ann.add(
        [{"role": "user", "text": "My locker code is 4711."}, {"role": "assistant", "text": "The code 4711 is safe."}]
    )
    later = Conversation(memory, speaker="app:ann", session="app:dm2", audience="person")
    assert sum("4711" in hit.text for hit in later.search("locker code")) >= 2, "the reply as well"
    for speaker in ("app:ann", "app:bob", "app:olga"):
        room = Conversation(memory, speaker=speaker, session="app:room", audience="session")
        assert "4711" not in room.context("What is the locker code of ann?")
        assert not [hit for hit in room.search("locker code") if "4711" in hit.text]


def test_a_muted_person_is_refused(memory: Memory) -> None:
    bob = Conversation(memory, speaker="app:bob", session="app:1")
    bob.add([{"role": "user", "text": "Hello."}])
    memory.trust.mute("app:bob", 5)
    with pytest.raises(Refused):
        bob.add([{"role": "user", "text": "Hello?"}])


def test_a_missing_framework_names_its_extra() -> None:
    with pytest.raises(ModelUnavailable, match=r'pip install "kg-agent-memory\[langgraph\]"'):
        missing_framework("langgraph", "langgraph")()
