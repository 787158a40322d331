"""The bootstrap of an agent: it observes, asks for confirmation, and completes."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from kg import Event, Memory
from kg.agent import Bootstrap, MemoryModule, ReplyTags
from kg.errors import InvalidInput
from tests.agent.tool_callers import OWNER
from tests.support import T0, minutes


def test_bootstrap_observes_five_messages_asks_for_confirmation_and_completes(memory: Memory) -> None:
    bootstrap = Bootstrap(memory, session="cli:1")
    phases = []
    for place in range(6):
        memory.log([Event(f"Message {place}", speaker=OWNER, session="cli:1", at=T0 + minutes(place))])
        phases.append(bootstrap.phase())
    assert phases == ["observe"] * 5 + ["checkpoint"]
    assert "<bootstrap-complete/>" in bootstrap.instructions()
    assert ReplyTags(memory, session="cli:1").apply("Thank you. <bootstrap-complete />") == "Thank you."
    assert (bootstrap.phase(), bootstrap.instructions()) == ("complete", "")


def test_only_messages_of_users_count_and_completion_is_for_all_sessions(memory: Memory) -> None:
    first, second = (Bootstrap(memory, session=session) for session in ("cli:1", "cli:2"))
    for place in range(8):
        at = T0 + minutes(place)
        memory.log([Event(f"Reply {place}", speaker="cli:agent", role="assistant", session="cli:1", at=at)])
    assert first.phase() == "observe"
    assert "assume nothing" in first.instructions()
    second.complete()
    second.complete()
    assert first.phase() == second.phase() == "complete"


@pytest.mark.slow
def test_only_an_owners_conversation_is_bootstrapped(connect: Callable[..., Memory]) -> None:
    memory = connect(owner=OWNER)
    stranger = MemoryModule(memory, session="cli:2", speaker="cli:eve", bootstrap=True)
    assert "getting to know" not in stranger.context_block("Hello")
    ReplyTags(memory, session="cli:2", speaker="cli:eve").apply("Hi. <bootstrap-complete/>")
    owner = MemoryModule(memory, session="cli:1", speaker=OWNER, bootstrap=True)
    assert "getting to know" in owner.context_block("Hello")


def test_an_invalid_session_is_refused(memory: Memory) -> None:
    with pytest.raises(InvalidInput, match="session"):
        Bootstrap(memory, session=" ")
